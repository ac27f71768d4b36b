// Giving up a game without going to its table: the wish goes the same way as from there (G5a).
import { Trouble } from './api'
import { TableStore } from './table.svelte'

const PATIENCE_MS = 10_000

/** Leaves the running match of a table for good with all seats of mine; raises Trouble if it does not end by that. */
export function leaveForGood(code: string, match: number): Promise<void> {
  const store = new TableStore(code)
  let closing = () => {}
  return new Promise<void>((resolve, reject) => {
    let asked = false
    const timer = setTimeout(() => reject(new Trouble('unreachable')), PATIENCE_MS)
    const stop = $effect.root(() => {
      $effect(() => {
        if (store.missing) return reject(new Trouble(store.missing.code, '', store.missing.detail))
        if (store.match === null || !store.mine.length) return
        if (store.match !== match || store.common?.ended) return resolve()
        if (asked) return
        asked = true
        for (const seat of store.mine) store.act(seat, { t: 'leave' })
      })
    })
    closing = () => {
      clearTimeout(timer)
      stop()
    }
  }).finally(() => {
    closing()
    store.close()
  })
}
