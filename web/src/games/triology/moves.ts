// The focus goes over the table by keys: from area to area with up and down, within one with left and right.

const areas = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-area]')].filter((area) => spots(area).length)
const spots = (area: HTMLElement): HTMLElement[] => [...area.querySelectorAll<HTMLElement>('[data-spot]')].filter((spot) => spot.checkVisibility())

/** To an area: where one was last in it, else at its first stop. */
function enter(area: HTMLElement | undefined): boolean {
  if (!area) return false
  const all = spots(area)
  const spot = all.find((one) => one.tabIndex === 0) ?? all[0]
  spot?.focus()
  return spot !== undefined
}

/** To the area of this name. */
export const jump = (name: string): boolean => enter(areas().find((area) => area.dataset.area === name))

/** What an arrow does; false for every other key. */
export function move(code: string): boolean {
  const along = { ArrowLeft: -1, ArrowRight: 1 }[code]
  const across = { ArrowUp: -1, ArrowDown: 1 }[code]
  if (!along && !across) return false
  const here = document.activeElement?.closest<HTMLElement>('[data-spot]')
  const area = here?.closest<HTMLElement>('[data-area]')
  if (!here || !area) return jump('hand') || enter(areas()[0])
  if (along) {
    const all = spots(area)
    all[all.indexOf(here) + along]?.focus()
  } else {
    const all = areas()
    enter(all[all.indexOf(area) + across!])
  }
  return true
}
