import { createHash, createHmac } from 'node:crypto'
import { busy } from '#server/base/problem.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { Outcome } from './answer.ts'
import type { Device } from './change-headers.ts'
import { NOTE_DEVICE, NOTE_REFUSED } from './device.ts'

/** Refusals that stay what they are however often the request is sent again. */
const LASTING = new Set([400, 404, 410, 422])
export const isLasting = (status: number) => LASTING.has(status)

/** One change as its sender knows it: repeated sendings of it have the same key and the same fingerprint. */
export interface Claim {
  readonly user: number
  readonly key: string
  readonly fingerprint: string
  readonly device: Device | null
  readonly now: Date
}

/** What makes two requests the same, in hex. The path counts with or without its last slash. */
export type Fingerprint = (method: string, path: string, content: Uint8Array) => string

/** How many bytes of a fingerprint say which secret it was made with. */
const SECRET_BYTES = 8

/**
 * Fingerprints from which nobody can guess what was in a request (a password), who has not the server's secret.
 * @param secret what the server signs with; fingerprints have a key of their own.
 */
export function fingerprints(secret: Uint8Array): Fingerprint {
  const key = createHmac('sha256', secret).update('fingerprints of requests').digest()
  const ofSecret = createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, 2 * SECRET_BYTES)
  return (method, path, content) => {
    const hash = createHmac('sha256', key)
    hash.update(JSON.stringify([method, path.replace(/\/?$/, '/')])).update(content)
    return ofSecret + hash.digest('hex')
  }
}

/**
 * A second sending of a change that is on its way waits for the first a moment, then 55P03 ends it (409). PostgreSQL
 * makes it wait at the unique key; the embedded database lets one transaction in after the other.
 */
const CLAIM = `
  with patience as materialized (select set_config('lock_timeout', '250', true)),
  claimed as (
    insert into idempotency (user_id, key, fingerprint, device_id, device_seq, created_at)
    select $1::integer, $2::uuid, decode($3, 'hex'), $4::uuid, $5::bigint, $6::timestamptz from patience
    on conflict (user_id, key) do nothing returning 1)
  select set_config('lock_timeout', '10000', true) from claimed`

const SETTLE = `
  with answered as (update idempotency set status = $6::smallint, body = $7, etag = $8 where user_id = $1 and key = $5::uuid)
  ${NOTE_DEVICE}`

const KEEP_REFUSAL = `
  with kept as (
    insert into idempotency (user_id, key, fingerprint, device_id, device_seq, created_at, status, body)
    values ($1, $2::uuid, decode($3, 'hex'), $4::uuid, $5::bigint, $6::timestamptz, $7::smallint, $8)
    on conflict (user_id, key) do nothing returning 1)
  select 1 from kept`

const params = (claim: Claim) => [
  claim.user,
  claim.key,
  claim.fingerprint,
  claim.device?.id ?? null,
  claim.device?.seq ?? null,
  claim.now.toISOString(),
]

async function storedAnswer(sql: Sql, claim: Claim): Promise<Outcome> {
  interface Stored {
    readonly same: boolean
    readonly status: number | null
    readonly body: string | null
    readonly etag: string | null
  }
  const [stored] = await sql.query<Stored>(
    'idempotency.find',
    // One made with another secret can't be compared: then the key alone, which is random, says that it is the same.
    `select fingerprint = decode($3, 'hex')
        or substring(fingerprint from 1 for $4::integer) <> substring(decode($3, 'hex') from 1 for $4::integer) as same,
      status, body, etag from idempotency where user_id = $1 and key = $2::uuid`,
    [claim.user, claim.key, claim.fingerprint, SECRET_BYTES],
  )
  if (!stored || stored.status === null) throw busy('This change is being made already.')
  if (!stored.same) {
    const text = JSON.stringify({ detail: 'This Idempotency-Key was used for another request.' })
    return { status: 422, text, etag: null, replayed: false }
  }
  return { status: stored.status, text: stored.body, etag: stored.etag, replayed: true }
}

/** Whether a change of the person's with this key was answered for good before. */
export async function isAnswered(sql: Sql, user: number, key: string): Promise<boolean> {
  const answered = await sql.query(
    'idempotency.is_answered',
    'select 1 from idempotency where user_id = $1 and key = $2::uuid and status is not null',
    [user, key],
  )
  return answered.length > 0
}

/** Takes the key for the open transaction; answers what is stored (or the 422) when it was used before, else null. */
export async function claimKey(sql: Sql, claim: Claim): Promise<Outcome | null> {
  const claimed = await sql.query('idempotency.claim', CLAIM, params(claim))
  return claimed.length > 0 ? null : storedAnswer(sql, claim)
}

/** Stores the answer beside the change, in its transaction, and notes the device's number. */
export async function settleKey(sql: Sql, claim: Claim, outcome: Outcome): Promise<void> {
  await sql.query('idempotency.settle', SETTLE, [
    claim.user,
    claim.device?.id ?? null,
    claim.device?.seq ?? null,
    claim.now.toISOString(),
    claim.key,
    outcome.status,
    outcome.text,
    outcome.etag,
  ])
}

/**
 * Stores a lasting refusal after its transaction was undone. When the same change was sent twice and the other one
 * came first in between, that one's answer stands.
 */
export async function keepRefusal(db: Db, claim: Claim, refusal: Outcome): Promise<Outcome> {
  return db.tx(async (sql) => {
    const kept = await sql.query('idempotency.refuse', KEEP_REFUSAL, [...params(claim), refusal.status, refusal.text])
    if (kept.length === 0) return storedAnswer(sql, claim)
    if (claim.device?.seq != null) {
      const { id, seq } = claim.device
      await sql.query('device.note_refused', NOTE_REFUSED, [claim.user, id, seq, claim.now.toISOString()])
    }
    return refusal
  })
}
