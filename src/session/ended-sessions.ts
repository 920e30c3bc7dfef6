import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { ApiError } from '#src/api/api-error.ts'
import { hostProves } from '#src/api/ask.ts'
import { call } from '#src/api/call.ts'
import { firstHalfOf, UNKNOWN_TOKEN } from './tokens/refresh-halves.ts'
import { readItem, removeItem, writeItem } from './web-storage.ts'

/**
 * Sessions that were signed out here and of which the server does not know that yet, each by the SHA-256 of the first half of its
 * refresh token: a reader of that can end the session and do nothing else.
 */
const ITEM = 'haulyard:to-end'
const MAX = 50

const noted = (): readonly string[] =>
  (readItem('local', ITEM) ?? '').split(' ').filter((one) => /^[0-9a-f]{64}$/.test(one))

function write(sessions: readonly string[]): void {
  if (sessions.length === 0) removeItem('local', ITEM)
  else writeItem('local', ITEM, sessions.slice(-MAX).join(' '))
}

async function sha256(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Notes that the server must still be told; answers how to take that back. A page without WebCrypto notes nothing, nor does one
 * that does not know the token.
 */
export async function noteToEnd(refresh: string): Promise<() => void> {
  if (globalThis.crypto?.subtle === undefined || refresh === UNKNOWN_TOKEN) return () => undefined
  const session = await sha256(firstHalfOf(refresh))
  write([...noted().filter((one) => one !== session), session])
  return () => write(noted().filter((one) => one !== session))
}

/** Tells the server which sessions were signed out without it, whoever is here now. What fails is told at the next contact. */
export async function tellEnded(): Promise<void> {
  const sessions = noted()
  if (sessions.length === 0) return
  if (await takes(sessions)) write(noted().filter((one) => !sessions.includes(one)))
}

/** Whether the host has heard it: a gateway's word is none, whatever it says. */
async function takes(sessions: readonly string[]): Promise<boolean> {
  try {
    const { isProven } = await call(deviceSessionEndpoints.end, { body: { sessions: [...sessions] } })
    return isProven || hostProves() === 'no'
  } catch (error) {
    // A host without this call has only `logout`, which was tried.
    return hostProves() === 'no' && error instanceof ApiError && (error.status === 404 || error.status === 405)
  }
}
