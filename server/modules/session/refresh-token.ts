import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const TURN_BYTES = 4
const TIME_BYTES = 6
const NONCE_BYTES = 12
const PAYLOAD_BYTES = TURN_BYTES + TIME_BYTES + NONCE_BYTES
const MAC_BYTES = 16
/** How long an old half is accepted after its time, for other tabs and lost responses. */
const GRACE_MS = 60_000
/** A browser writes cookies to disk up to 30 s late: after it is killed, it returns with the previous cookie. */
const COOKIE_WRITE_MS = 60_000

/** The second half of a refresh token, which changes at each use. */
export interface ChangingHalf {
  /** Its number within the session, from 0. */
  readonly turn: number
  readonly issuedAt: Date
  /** Distinguishes halves with the same number; in hex. */
  readonly nonce: string
}

/** The current changing half of a session, and since when it is current. */
export interface TurnState {
  readonly turn: number
  readonly nonce: string
  readonly turnedAt: Date
}

/** The key that signs the changing halves. Another server secret invalidates all of them. */
export const halvesKey = (secret: Uint8Array): Buffer => createHmac('sha256', secret).update('refresh tokens').digest()

const macOf = (key: Buffer, session: string, payload: Uint8Array) =>
  createHmac('sha256', key).update(`${session}|`).update(payload).digest().subarray(0, MAC_BYTES)

/** A new half with this number, issued now. */
export function newHalf(turn: number, now: Date): ChangingHalf {
  return { turn, issuedAt: now, nonce: randomBytes(NONCE_BYTES).toString('hex') }
}

/** A half as text (base64url), signed for its session. */
export function halfText(key: Buffer, session: string, { turn, issuedAt, nonce }: ChangingHalf): string {
  const payload = Buffer.alloc(PAYLOAD_BYTES)
  payload.writeUInt32BE(turn)
  payload.writeUIntBE(Math.floor(issuedAt.getTime() / 1000), TURN_BYTES, TIME_BYTES)
  payload.write(nonce, TURN_BYTES + TIME_BYTES, 'hex')
  return Buffer.concat([payload, macOf(key, session, payload)]).toString('base64url')
}

/** Reads a half of this session; null for a text that this server did not sign for the session. */
export function readHalf(key: Buffer, session: string, text: string): ChangingHalf | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES) return null
  const payload = bytes.subarray(0, PAYLOAD_BYTES)
  if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), macOf(key, session, payload))) return null
  return {
    turn: payload.readUInt32BE(),
    issuedAt: new Date(payload.readUIntBE(TURN_BYTES, TIME_BYTES) * 1000),
    nonce: payload.subarray(TURN_BYTES + TIME_BYTES).toString('hex'),
  }
}

/**
 * What to do with a half that a device sent:
 * - `replace`: it is the current half, or was until a moment ago. The device receives the next one.
 * - `turn`: it is the next half, and becomes the current one.
 * - `keep`: it is the next half, but so recent that the browser may not have written it to disk. The previous half
 *   stays current, and the device receives none.
 * - `reused`: it was used after its time, so two parties have the token.
 *
 * A half stays current until the next one has come back, because the response with the next one may be lost. A half
 * that is more than one ahead was issued in a time that this database has lost (it is a restored backup). A time in the
 * future comes from a wrong clock and is treated as equally far in the past.
 */
export function judgeHalf(state: TurnState, half: ChangingHalf, now: Date): 'replace' | 'turn' | 'keep' | 'reused' {
  const isWithin = (ms: number, since: Date) => Math.abs(now.getTime() - since.getTime()) <= ms
  if (half.turn > state.turn) return isWithin(COOKIE_WRITE_MS, half.issuedAt) ? 'keep' : 'turn'
  if (half.turn === state.turn && half.nonce === state.nonce) return 'replace'
  const isJustOver = half.turn >= state.turn - 1 && isWithin(GRACE_MS, state.turnedAt)
  return isJustOver ? 'replace' : 'reused'
}
