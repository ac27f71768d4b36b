// Time that components can depend on, and times as people read them. A device's clock is never asked what time it is:
// only how much has gone by since the server last said.
import { createSubscriber } from 'svelte/reactivity'
import { language, t } from './texts.svelte'

/** Milliseconds that advance while somebody looks: `now()` inside an effect or markup runs again every `step` ms. */
function ticker(step: number): { readonly now: number } {
  const subscribe = createSubscriber((update) => {
    const timer = setInterval(update, step)
    return () => clearInterval(timer)
  })
  return {
    get now() {
      subscribe()
      return performance.now()
    },
  }
}

export const tenths = ticker(100)
export const quarters = ticker(250)

/** "3:12", or "1:03:12" from an hour on; rounded down to whole seconds. */
export function clockTime(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60]
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`
}

/** "8.2 s", "1 min 34 s": a duration within a sentence. Hundredths below a second, so that nearly equal times differ. */
export function duration(ms: number): string {
  if (ms >= 60_000) return t('time-minutes', { minutes: Math.floor(ms / 60_000), seconds: Math.floor((ms % 60_000) / 1000) })
  return t('time-seconds', { seconds: figure(ms / 1000, ms < 1000 ? 2 : 1) })
}

/** A number written in the language shown. */
export const figure = (n: number, digits = 0): string =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(n)

/** How times are written: as the browser's own region does where it speaks the language shown, "14:32" in Britain. */
const locale = (): string => navigator.languages.find((tag) => tag.split('-')[0] === language()) ?? language()

/** A day of the wall clock, with the time if it is today: "14:32", "3 Nov", "3 Nov 2025". */
export function dayOf(wall: number): string {
  const [day, now] = [new Date(wall), new Date()]
  const same = day.toDateString() === now.toDateString()
  const year = day.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat(locale(), same ? { timeStyle: 'short' } : { day: 'numeric', month: 'short', ...year }).format(day)
}

/** Points with a true minus: "3", "−2". */
export const points = (n = 0): string => (n < 0 ? `−${-n}` : String(n))

/** Points with their sign: "+3", "−2". */
export const signed = (n: number): string => (n < 0 ? points(n) : `+${n}`)
