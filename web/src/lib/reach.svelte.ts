// Where other devices find the pages of the house.
import { api } from './api'
import { addressOf } from './router.svelte'

/** an address that names this very machine leads other devices to themselves: the house tells one that does not */
const LOCAL = /^(localhost|127\.|\[::1\])/.test(location.hostname)

export class Reach {
  #network = $state('')

  constructor() {
    if (LOCAL) api.addresses().then(([first = '']) => (this.#network = first), () => undefined)
  }

  /** The address of a page for other devices. */
  addressOf(path: string): string {
    return this.#network ? this.#network + path : addressOf(path).href
  }
  /** No address is known by which another device comes here. */
  get isOnlyHere(): boolean {
    return LOCAL && !this.#network
  }
}
