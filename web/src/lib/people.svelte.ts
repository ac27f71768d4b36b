// Who this browser is: a guest with a name from the first moment, kept by the server's cookie.
import { api } from './api'
import type { Me } from './api'

/** What a field for a name takes, in the units of `maxlength`: 25 letters of any kind. The house judges, in letters as seen. */
export const NAME_UNITS = 500

class People {
  #me = $state.raw<Me | null>(null)

  get me(): Me | null {
    return this.#me
  }
  get name(): string {
    return this.#me?.name ?? ''
  }
  /** Asks the server; without an answer the name stays empty, and the page goes on. */
  async load(): Promise<void> {
    try {
      this.#me = await api.me()
    } catch {
      // asked again when a name is needed
    }
  }
  /** The house has told who this browser is. */
  take(me: Me): void {
    this.#me = me
  }
  /** Nobody: what is known of this browser was deleted. Whoever asks the server again is a new guest. */
  forget(): void {
    this.#me = null
  }
  /** Raises Trouble with the reason when the name won't do. */
  async rename(name: string): Promise<void> {
    this.#me = await api.rename(name)
  }
}

export const people = new People()
