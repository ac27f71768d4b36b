// Keys of Trios, by their place on the keyboard: twelve laid out as the places are, and one for each seat at this device.

/** Three rows of four, as the places of a wide table. */
export const PLACE_KEYS: readonly string[] = [
  'KeyQ', 'KeyW', 'KeyE', 'KeyR',
  'KeyA', 'KeyS', 'KeyD', 'KeyF',
  'KeyZ', 'KeyX', 'KeyC', 'KeyV',
] // prettier-ignore

/** Hot keys of the seats at one device (T8), far from each other. */
export const HOT_KEYS: readonly string[] = ['KeyG', 'KeyL', 'KeyB', 'KeyO', 'KeyT', 'KeyM']

export const HINT = 'KeyH'
export const PAUSE = 'KeyP'
