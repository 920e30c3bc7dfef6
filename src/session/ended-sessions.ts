import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { hostProof } from '#src/api/fetch-verified.ts'
import { firstHalfOf, UNKNOWN_TOKEN } from './tokens/refresh-halves.ts'
import { readItem, removeItem, writeItem } from './web-storage.ts'

/**
 * Local storage item: sessions that were signed out on this device while the server does not know it yet. Each is noted
 * by the SHA-256 of the first half of its refresh token: the hash lets its reader end the session and do
 * nothing else.
 */
const ITEM = 'haulyard:to-end'
const MAX = 50

const notedSessions = (): readonly string[] =>
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
 * Notes that the server must still end a session; resolves with a function that removes the note. Notes nothing when
 * the page has no WebCrypto or does not know the refresh token.
 */
export async function noteEndedSession(refresh: string): Promise<() => void> {
  if (globalThis.crypto?.subtle === undefined || refresh === UNKNOWN_TOKEN) return () => undefined
  const session = await sha256(firstHalfOf(refresh))
  write([...notedSessions().filter((one) => one !== session), session])
  return () => write(notedSessions().filter((one) => one !== session))
}

/**
 * Reports noted sessions to the server, no matter which user is signed in. On failure the notes stay for the next
 * contact.
 */
export async function reportEndedSessions(): Promise<void> {
  const sessions = notedSessions()
  if (sessions.length === 0) return
  if (await isAccepted(sessions)) write(notedSessions().filter((one) => !sessions.includes(one)))
}

/**
 * Whether the host has ended the sessions. A response without proof does not count at a host that proves its responses.
 */
async function isAccepted(sessions: readonly string[]): Promise<boolean> {
  try {
    const { isProven } = await call(deviceSessionEndpoints.end, { body: { sessions: [...sessions] } })
    return isProven || hostProof() === 'no'
  } catch (error) {
    // A host without this call has only `logout`, which was tried at the sign-out.
    return hostProof() === 'no' && error instanceof ApiError && (error.status === 404 || error.status === 405)
  }
}
