// Games as files, from any page: what is asked before a game is saved, and saving and opening itself.
import { api, refusalOf } from '../lib/api'
import { notices } from '../lib/notice.svelte'
import { router } from '../lib/router.svelte'
import { t } from '../lib/texts.svelte'
import { sentence } from '../lib/words'

/** A game that is still played, and that somebody wants as a file. */
export interface Wanted {
  code: string
  match: number
  alone: boolean
}

class Keeping {
  /** asked about now; the dialog stands in App */
  wanted = $state.raw<Wanted | null>(null)
  busy = $state(false)

  ask(wanted: Wanted): void {
    this.wanted = wanted
  }

  /** Saves a game among the downloads. */
  async save(code: string, match: number): Promise<void> {
    await this.#try(async () => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await api.saveFile(code, match))
      link.download = `tercet-${code}-${match}.json`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
      notices.show(t('save-done', { file: link.download }), { kind: 'good' })
    })
    this.wanted = null
  }

  /** Opens a file, and goes to the table that holds its game. */
  async open(file: Blob): Promise<void> {
    await this.#try(async () => router.go(`t/${(await api.openFile(file)).code}`))
  }

  async #try(work: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      await work()
    } catch (error) {
      const refusal = refusalOf(error)
      notices.show(sentence(refusal), { kind: 'bad', ruling: refusal.ruling })
    }
    this.busy = false
  }
}

export const keeping = new Keeping()
