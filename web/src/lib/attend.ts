// What a page does as long as it shows a table, in every game: it listens to the table and to keys, asks for sound, stays awake.
import type { MatchGame } from './game.svelte'
import { onKeys } from './keys'
import type { KeyHandler } from './keys'
import { sounds } from './sounds.svelte'
import { stayAwake } from './wakelock'

/** A button that was clicked keeps no focus: the next Space or Enter shall mean the game again. */
function letsGo(e: MouseEvent): void {
  const held = document.activeElement
  if (e.detail > 0 && held instanceof HTMLElement && held.matches('main button, header button')) held.blur()
}

/** Attends to a table until the returned function is called. */
export function attend(game: MatchGame, pressed: KeyHandler): () => void {
  document.addEventListener('click', letsGo)
  const ends = [game.listen(), onKeys(pressed), sounds.listen(), stayAwake()]
  return () => {
    document.removeEventListener('click', letsGo)
    ends.forEach((end) => end())
  }
}
