// What several people at one device may not see of each other, where hands are secret there too (G2): from what one seat is
// told to what all may know.
import type { TriologyView, View } from './types.gen'
import type { Fact } from './wire'

/** Whether a device with several seats shows the hand of one at a time. */
export const hasCurtain = (game: string | undefined): boolean => game === 'triology'

/** Whether this seat's hand may still be shown at a shared device: while it is in turn, and nobody has paused. */
export function mayShow(view: View | undefined, seat: number): boolean {
  if (view?.game !== 'triology') return true
  return view.turn === seat && (view.phase === 'turn' || view.phase === 'late') && !view.paused
}

/** A view as a spectator's. What a seat may wish is left away with it. */
export function openView(view: View): View {
  if (view.game !== 'triology') return view
  const steps: TriologyView['steps'] = view.steps.map((step) => ({ ...step, places: [] }))
  return { ...view, seat: null, hand: [], hint: null, steps, can: {} }
}

/** A fact as all may know it. */
export function openFact(fact: Fact): Fact {
  switch (fact.t) {
    case 'triology.dealt':
      return { ...fact, hands: [] }
    case 'triology.drew':
      return { ...fact, card: null }
    case 'triology.hinted':
      return { ...fact, kind: 'hidden', cards: [], shown: 0 }
    default:
      return fact
  }
}
