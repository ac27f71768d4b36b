// Passkeys in the browser. What the house asks and is answered is JSON, with bytes as base64url; not every browser can
// translate that itself.
import { Trouble } from './api'
import { t } from './texts.svelte'

type Json = Record<string, any>

/** Why this browser has no passkeys at this address; empty if it has. */
export function whyNoPasskeys(): string {
  const host = location.hostname
  if (/^[\d.]+$|^\[/.test(host)) return t('refused-no_passkeys', { host })
  if (!isSecureContext) return t('passkeys-need-https')
  return 'credentials' in navigator && 'PublicKeyCredential' in window ? '' : t('passkeys-unknown')
}

/** Has the browser make a passkey; raises Trouble if it makes none. */
export async function create(options: Json): Promise<Json> {
  const asked = { ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) } }
  const known = (options.excludeCredentials ?? []).map((one: Json) => ({ ...one, id: bytes(one.id) }))
  const made = await asking(() => navigator.credentials.create({ publicKey: { ...asked, excludeCredentials: known } as any }))
  const response = made.response as AuthenticatorAttestationResponse
  return answer(made, { attestationObject: text(response.attestationObject) })
}

/** Has the browser prove with a passkey who is here; raises Trouble if it proves nothing. */
export async function get(options: Json): Promise<Json> {
  const asked = { ...options, challenge: bytes(options.challenge), allowCredentials: [] }
  const made = await asking(() => navigator.credentials.get({ publicKey: asked as any }))
  const { authenticatorData, signature, userHandle } = made.response as AuthenticatorAssertionResponse
  return answer(made, {
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle ? text(userHandle) : null,
  })
}

async function asking(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const made = await ask()
    if (made) return made as PublicKeyCredential
  } catch {
    // the user closed the window, or there is no such passkey: browsers tell pages no more
  }
  throw new Trouble('passkey_cancelled')
}

const answer = ({ id, rawId, type, response }: PublicKeyCredential, more: Json): Json => ({
  id,
  rawId: text(rawId),
  type,
  response: { clientDataJSON: text(response.clientDataJSON), ...more },
})

export const bytes = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))

export const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
