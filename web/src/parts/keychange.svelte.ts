// Changing the keys of a table: one is touched, and the next that is pressed stands for it.
import { trade, tradeBack } from '../lib/keyboard'
import type { Keyboard } from '../lib/keyboard'
import { keyLabel } from '../lib/keys'
import { t } from '../lib/texts.svelte'

const PRINTED = /^(Key|Digit|Numpad\d|Semicolon|Comma|Period|Quote|Bracket|Backslash|Slash|Minus|Equal|Intl|Backquote)/

export class KeyChange {
  /** the keys are buttons now */
  on = $state(false)
  /** the usual key for which another is to stand */
  waiting = $state<string | null>(null)
  complaint = $state('')

  /** `fixed` are keys that can't be had, for they can't be changed themselves. */
  constructor(
    readonly board: () => Keyboard,
    private readonly fixed: readonly string[] = [],
  ) {}

  wait(usual: string): void {
    this.waiting = usual
    this.complaint = ''
  }
  begin(): void {
    this.on = true
  }
  end(): void {
    this.on = false
    this.waiting = null
    this.complaint = ''
  }
  usual(): void {
    tradeBack(this.board())
    this.waiting = null
    this.complaint = ''
  }
  /** Takes the next bare key. */
  pressed = (e: KeyboardEvent): void => {
    if (this.waiting === null || e.ctrlKey || e.altKey || e.metaKey || e.key === 'Tab' || e.key === 'Shift') return
    e.preventDefault()
    e.stopPropagation()
    this.complaint = ''
    if (e.code === 'Escape') this.waiting = null
    else if (!PRINTED.test(e.code)) this.complaint = t('key-not-that')
    else if (this.fixed.includes(e.code)) this.complaint = t('key-fixed', { key: keyLabel(e.code) })
    else {
      trade(this.board(), this.waiting, e.code)
      this.waiting = null
    }
  }
}
