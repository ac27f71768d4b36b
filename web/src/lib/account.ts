// The calls about oneself: account, passkeys, devices, taking everything along, being forgotten.
import { call, checked } from './api'
import type { Me } from './api'
import { create, get } from './passkeys'
import type { Account, Keeping, Link, PasskeyOptions, Welcomer } from './types.gen'

const post = <T>(path: string, body: unknown = {}) => call<T>('POST', path, body)

export const account = {
  show: () => call<Account>('GET', 'api/me/account'),
  register: (login: string, password: string) => post<Account>('api/me/account', { login, password }),
  changePassword: (password: string, old: string | null) => post<Account>('api/me/password', { new: password, old }),
  /** Has the browser make a passkey; a guest so gets an account with this name. */
  async addPasskey(login: string | null): Promise<Account> {
    const { options } = await post<PasskeyOptions>('api/me/passkeys/options', { login })
    return post('api/me/passkeys', { login, credential: await create(options) })
  },
  removePasskey: (id: string) => post<Account>(`api/me/passkeys/${encodeURIComponent(id)}/remove`),
  signIn: (login: string, password: string) => post<Me>('api/sign-in', { login, password }),
  async signInByPasskey(): Promise<Me> {
    const { options } = await post<PasskeyOptions>('api/sign-in/options')
    return post('api/sign-in/passkey', { credential: await get(options) })
  },
  signOut: () => post<null>('api/sign-out'),
  /** Signs a device out, or all others. */
  end: (device: string | null) => post<Account>('api/me/devices/end', { device }),
  link: () => post<Link>('api/me/link'),
  /** Whom a one-time link leads to. */
  welcomer: (token: string) => post<Welcomer>('api/move/whose', { token: checked(token) }),
  arrive: (token: string) => post<Me>('api/move', { token: checked(token) }),
  kept: () => call<Keeping>('GET', 'api/kept'),
  forget: (password: string | null) => post<null>('api/me/delete', { password }),
}
