// Short sounds, made by the browser from a few notes: no files. Never two at once, and never one that comes late: what
// could not be heard when it happened is not played afterwards.
import { settings } from './settings.svelte'

/** A note: when it begins and how long it lasts (seconds), its pitch (Hz), and its share of the volume. */
type Note = readonly [at: number, lasts: number, pitch: number, share?: number]

const SOUNDS = {
  /** cards come onto the table */
  deal: [[0, 0.05, 294, 0.5], [0.06, 0.05, 330, 0.5], [0.12, 0.06, 370, 0.5]],
  /** a set of one's own */
  set: [[0, 0.09, 523], [0.08, 0.09, 659], [0.16, 0.2, 784]],
  /** a set of somebody else */
  rival: [[0, 0.09, 392, 0.6], [0.08, 0.12, 330, 0.6]],
  failed: [[0, 0.12, 196], [0.1, 0.2, 156]],
  call: [[0, 0.06, 880, 0.8], [0.07, 0.14, 1175, 0.8]],
  /** a card of one's own is laid, or somebody else's */
  lay: [[0, 0.04, 440, 0.7], [0.04, 0.06, 587, 0.7]],
  theirs: [[0, 0.05, 330, 0.35]],
  go: [[0, 0.1, 784], [0.1, 0.22, 1047]],
  tick: [[0, 0.04, 988, 0.6]],
  end: [[0, 0.14, 392], [0.14, 0.14, 523], [0.28, 0.14, 659], [0.42, 0.4, 784]],
} as const satisfies Record<string, readonly Note[]>

export type SoundName = keyof typeof SOUNDS

/** Sounds closer together than this would be a burst; the later ones are left out. */
const APART_MS = 70
const LOUDEST = 0.25

class Sounds {
  #context: AudioContext | null = null
  #last = -Infinity
  /** the browser holds sound back until somebody touches the page */
  #blocked = $state(false)
  /** pages that ask for sound: one may come before another has gone */
  #asking = 0

  get blocked(): boolean {
    return this.#blocked && settings.sound
  }

  /** Asks for sound, so that a page knows whether it is blocked, until the returned function is called. */
  listen(): () => void {
    if (typeof AudioContext === 'undefined') return () => undefined
    const allow = () => this.#allow()
    this.#asking++
    // a press that ends, or a key, is what browsers take for a wish
    for (const kind of ['pointerup', 'keydown'] as const) addEventListener(kind, allow)
    if (this.#context || (navigator.userActivation?.hasBeenActive ?? true)) this.#allow()
    else this.#blocked = true
    return () => {
      for (const kind of ['pointerup', 'keydown'] as const) removeEventListener(kind, allow)
      if (--this.#asking === 0) this.#blocked = false
    }
  }

  /** Opens the way to the ears, as far as the browser lets it. */
  #allow(): void {
    if (!this.#context) {
      const context = new AudioContext()
      this.#context = context
      context.addEventListener('statechange', () => (this.#blocked = context.state !== 'running'))
    }
    if (this.#context.state !== 'running') void this.#context.resume().catch(() => undefined)
    this.#blocked = this.#context.state !== 'running'
  }

  play(name: SoundName): void {
    const context = this.#context
    const now = performance.now()
    if (!settings.sound || context?.state !== 'running' || now - this.#last < APART_MS) return
    this.#last = now
    for (const note of SOUNDS[name]) this.#ring(context, note)
  }

  #ring(context: AudioContext, [at, lasts, pitch, share = 1]: Note): void {
    const begin = context.currentTime + at
    const voice = context.createOscillator()
    const loud = context.createGain()
    voice.type = 'triangle'
    voice.frequency.value = pitch
    loud.gain.setValueAtTime(0, begin)
    loud.gain.linearRampToValueAtTime(LOUDEST * share * settings.volume, begin + 0.008)
    loud.gain.exponentialRampToValueAtTime(0.0001, begin + lasts)
    voice.connect(loud).connect(context.destination)
    voice.start(begin)
    voice.stop(begin + lasts + 0.02)
  }
}

export const sounds = new Sounds()
