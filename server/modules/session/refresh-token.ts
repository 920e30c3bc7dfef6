import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const TURN_BYTES = 4
const TIME_BYTES = 6
const NONCE_BYTES = 12
const SAID_BYTES = TURN_BYTES + TIME_BYTES + NONCE_BYTES
const MAC_BYTES = 16
/** How long an old half is taken after its time: other tabs, and answers that got lost on their way. */
const GRACE_MS = 60_000
/** A browser writes cookies to disk up to 30 s late: after a kill it comes back with the one before. */
const WRITTEN_MS = 60_000

/** The half of a refresh token that changes at each use. */
export interface ChangingHalf {
  /** Its number in the session, from 0. */
  readonly turn: number
  readonly issuedAt: Date
  /** Tells it from others of the same number, in hex. */
  readonly nonce: string
}

/** Which half a session goes by, and since when. */
export interface Turn {
  readonly turn: number
  readonly nonce: string
  readonly turnedAt: Date
}

/** What signs the changing halves: another secret of the server makes all of them worthless. */
export const halvesKey = (secret: Uint8Array): Buffer => createHmac('sha256', secret).update('refresh tokens').digest()

const macOf = (key: Buffer, session: string, said: Uint8Array) =>
  createHmac('sha256', key).update(`${session}|`).update(said).digest().subarray(0, MAC_BYTES)

/** A new half with a number, of this moment. */
export function newHalf(turn: number, now: Date): ChangingHalf {
  return { turn, issuedAt: now, nonce: randomBytes(NONCE_BYTES).toString('hex') }
}

/** A half as text, signed for its session. */
export function halfText(key: Buffer, session: string, { turn, issuedAt, nonce }: ChangingHalf): string {
  const said = Buffer.alloc(SAID_BYTES)
  said.writeUInt32BE(turn)
  said.writeUIntBE(Math.floor(issuedAt.getTime() / 1000), TURN_BYTES, TIME_BYTES)
  said.write(nonce, TURN_BYTES + TIME_BYTES, 'hex')
  return Buffer.concat([said, macOf(key, session, said)]).toString('base64url')
}

/** Reads a half of this session; null for anything that was not signed here for it. */
export function readHalf(key: Buffer, session: string, text: string): ChangingHalf | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== SAID_BYTES + MAC_BYTES) return null
  const said = bytes.subarray(0, SAID_BYTES)
  if (!timingSafeEqual(bytes.subarray(SAID_BYTES), macOf(key, session, said))) return null
  return {
    turn: said.readUInt32BE(),
    issuedAt: new Date(said.readUIntBE(TURN_BYTES, TIME_BYTES) * 1000),
    nonce: said.subarray(TURN_BYTES + TIME_BYTES).toString('hex'),
  }
}

/**
 * What to do with a half that came. `replace`: it is the one that counts, or was a moment ago: the device gets the next one.
 * `turn`: it is the next one, so that from now on it is the one that counts. `keep`: it is the next one, and so young that the
 * browser may not have written it down: the one before still counts, and the device gets none. `reused`: it was used after
 * its time, so two have it.
 *
 * The one before counts until the next one has come back, for the answer that brought the next one may be lost. One that is
 * more than one ahead is of a time that this database has lost, being from a backup. A time that lies ahead is of a clock that
 * was wrong: it is as long over.
 */
export function judgeHalf(state: Turn, half: ChangingHalf, now: Date): 'replace' | 'turn' | 'keep' | 'reused' {
  const isWithin = (ms: number, since: Date) => Math.abs(now.getTime() - since.getTime()) <= ms
  if (half.turn > state.turn) return isWithin(WRITTEN_MS, half.issuedAt) ? 'keep' : 'turn'
  if (half.turn === state.turn && half.nonce === state.nonce) return 'replace'
  const isJustOver = half.turn >= state.turn - 1 && isWithin(GRACE_MS, state.turnedAt)
  return isJustOver ? 'replace' : 'reused'
}
