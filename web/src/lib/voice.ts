// Calls spoken by the device itself, where it can speak: short, and the newest instead of a queue (no word comes late).
import { settings } from './settings.svelte'
import { language } from './texts.svelte'

export const hasVoice = (): boolean => typeof speechSynthesis !== 'undefined'

/** Speaks a few words, if spoken calls are switched on. */
export function call(words: string): void {
  if (!settings.voice || !hasVoice() || !words) return
  const spoken = new SpeechSynthesisUtterance(words.replace(/[…!]/g, ''))
  spoken.lang = language()
  spoken.volume = settings.volume
  spoken.rate = 1.15
  if (speechSynthesis.speaking) speechSynthesis.cancel()
  speechSynthesis.speak(spoken)
}
