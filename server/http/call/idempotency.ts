import { createHash, createHmac } from 'node:crypto'
import { busy } from '#server/base/problem.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { Outcome } from './answer.ts'
import type { Device } from './change-headers.ts'
import { NOTE_DEVICE, NOTE_REFUSED } from './device.ts'

/** Statuses of refusals that stay the same however often the request is repeated. */
const FINAL_STATUSES = new Set([400, 404, 410, 422])
export const isFinalRefusal = (status: number) => FINAL_STATUSES.has(status)

/** The identity of one change: every attempt to send it has the same user, key and fingerprint. */
export interface KeyClaim {
  readonly user: number
  readonly key: string
  readonly fingerprint: string
  readonly device: Device | null
  readonly now: Date
}

/**
 * Returns the fingerprint of a request in hex. Equal requests have equal fingerprints. A trailing slash makes no
 * difference.
 */
export type FingerprintOf = (method: string, path: string, content: Uint8Array) => string

/** The first bytes of a fingerprint identify the secret that it was made with. */
const SECRET_ID_BYTES = 8

/**
 * Makes fingerprints with a keyed hash: without the server's secret, an attacker can't guess the content of a request
 * (such as a password) from its fingerprint.
 * @param secret the server's signing secret, from which the fingerprints' own key is derived.
 */
export function createFingerprints(secret: Uint8Array): FingerprintOf {
  const key = createHmac('sha256', secret).update('fingerprints of requests').digest()
  const secretId = createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, 2 * SECRET_ID_BYTES)
  return (method, path, content) => {
    const hash = createHmac('sha256', key)
    hash.update(JSON.stringify([method, path.replace(/\/?$/, '/')])).update(content)
    return secretId + hash.digest('hex')
  }
}

/**
 * Claims the key. When the same change is still being made by an earlier request, this one waits 250 ms for it; then
 * 55P03 ends this one (409). In PostgreSQL it waits at the unique key; the embedded database runs one transaction at a
 * time.
 */
const CLAIM = `
  with patience as materialized (select set_config('lock_timeout', '250', true)),
  claimed as (
    insert into idempotency (user_id, key, fingerprint, device_id, device_seq, created_at)
    select $1::integer, $2::uuid, decode($3, 'hex'), $4::uuid, $5::bigint, $6::timestamptz from patience
    on conflict (user_id, key) do nothing returning 1)
  select set_config('lock_timeout', '10000', true) from claimed`

const STORE_RESPONSE = `
  with answered as (update idempotency set status = $6::smallint, body = $7, etag = $8 where user_id = $1 and key = $5::uuid)
  ${NOTE_DEVICE}`

const STORE_REFUSAL = `
  with kept as (
    insert into idempotency (user_id, key, fingerprint, device_id, device_seq, created_at, status, body)
    values ($1, $2::uuid, decode($3, 'hex'), $4::uuid, $5::bigint, $6::timestamptz, $7::smallint, $8)
    on conflict (user_id, key) do nothing returning 1)
  select 1 from kept`

const params = (claim: KeyClaim) => [
  claim.user,
  claim.key,
  claim.fingerprint,
  claim.device?.id ?? null,
  claim.device?.seq ?? null,
  claim.now.toISOString(),
]

async function findStoredResponse(sql: Sql, claim: KeyClaim): Promise<Outcome> {
  interface StoredRow {
    readonly same: boolean
    readonly status: number | null
    readonly body: string | null
    readonly etag: string | null
  }
  const [stored] = await sql.query<StoredRow>(
    'idempotency.find',
    // Fingerprints made with different secrets can't be compared. The key alone then decides: it is random.
    `select fingerprint = decode($3, 'hex')
        or substring(fingerprint from 1 for $4::integer) <> substring(decode($3, 'hex') from 1 for $4::integer) as same,
      status, body, etag from idempotency where user_id = $1 and key = $2::uuid`,
    [claim.user, claim.key, claim.fingerprint, SECRET_ID_BYTES],
  )
  if (!stored || stored.status === null) throw busy('This change is already in progress.')
  if (!stored.same) {
    const text = JSON.stringify({ detail: 'This Idempotency-Key was used for another request.' })
    return { status: 422, text, etag: null, replayed: false }
  }
  return { status: stored.status, text: stored.body, etag: stored.etag, replayed: true }
}

/** Whether the final response to the user's change with this key is stored. */
export async function hasStoredResponse(sql: Sql, user: number, key: string): Promise<boolean> {
  const rows = await sql.query(
    'idempotency.is_answered',
    'select 1 from idempotency where user_id = $1 and key = $2::uuid and status is not null',
    [user, key],
  )
  return rows.length > 0
}

/**
 * Claims the key for the open transaction: returns null when the key is new. Otherwise returns the stored response, or
 * a 422 when the key was used for a different request. Throws 409 while an earlier request is still making the change.
 */
export async function claimKey(sql: Sql, claim: KeyClaim): Promise<Outcome | null> {
  const claimed = await sql.query('idempotency.claim', CLAIM, params(claim))
  return claimed.length > 0 ? null : findStoredResponse(sql, claim)
}

/** Stores the response in the transaction of its change, and records the device's sequence number. */
export async function storeResponse(sql: Sql, claim: KeyClaim, outcome: Outcome): Promise<void> {
  await sql.query('idempotency.settle', STORE_RESPONSE, [
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
 * Stores a final refusal after the transaction of its change was rolled back. When another attempt stored a response in
 * the meantime, that response stays and is returned.
 */
export async function storeRefusal(db: Db, claim: KeyClaim, refusal: Outcome): Promise<Outcome> {
  return db.tx(async (sql) => {
    const inserted = await sql.query('idempotency.refuse', STORE_REFUSAL, [
      ...params(claim),
      refusal.status,
      refusal.text,
    ])
    if (inserted.length === 0) return findStoredResponse(sql, claim)
    if (claim.device?.seq != null) {
      const { id, seq } = claim.device
      await sql.query('device.note_refused', NOTE_REFUSED, [claim.user, id, seq, claim.now.toISOString()])
    }
    return refusal
  })
}
