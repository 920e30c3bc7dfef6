import type { Db } from '#server/db/db.ts'

/** Stored responses for repeated changes last long enough for a tablet that was left in a drawer all summer. */
const ANSWER_DAYS = 90
const TRY_DAYS = 1
/** Ended sessions stay for a while, so that the question "which device was that?" can be answered. */
const SESSION_DAYS = 90
/** A device without any entries for this long is forgotten; only its highest sequence number stays. */
const DEVICE_DAYS = 365
const SECURITY_DAYS = 365

const FORGET_DEVICES = `
  with unseen as (delete from devices where last_seen_at < $1 returning user_id, device_id, highest_seq)
  insert into forgotten_devices as f (user_id, device_id, highest_seq) select * from unseen
  on conflict (user_id, device_id) do update set
    highest_seq = greatest(f.highest_seq, excluded.highest_seq), forgotten_at = excluded.forgotten_at`

const EXPIRED = [
  ['expiry-idempotency', 'delete from idempotency where created_at < $1', ANSWER_DAYS],
  ['expiry-throttles', 'delete from throttles where touched_at < $1', TRY_DAYS],
  ['expiry-password-links', 'delete from password_links where expires_at < $1', 0],
  ['expiry-former-addresses', 'delete from former_addresses where expires_at < $1', 0],
  ['expiry-sessions', 'delete from sessions where coalesce(revoked_at, expires_at) < $1', SESSION_DAYS],
  // The table refuses to delete younger rows by the database's own clock.
  ['expiry-security', `delete from security_events where at < $1 and at < now() - interval '364 days'`, SECURITY_DAYS],
  ['expiry-devices', FORGET_DEVICES, DEVICE_DAYS],
] as const

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes expired rows. Safe to repeat and to run in several processes at the same time. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  for (const [name, text, days] of EXPIRED) await db.query(name, text, [new Date(now.getTime() - days * DAY_MS)])
}
