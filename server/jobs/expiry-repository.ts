import type { Db } from '#server/db/db.ts'

/** Answers kept for repeated changes are kept so long that a tablet left in a drawer all summer still finds them. */
const ANSWER_DAYS = 90
const TRY_DAYS = 1
/** Ended sessions stay for a while, so that "which device was that" can be answered. */
const SESSION_DAYS = 90
/** A device that nothing has come from for so long is not missed any more; its highest number stays. */
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
  // The table refuses to let go of what is younger by the database's own clock.
  ['expiry-security', `delete from security_events where at < $1 and at < now() - interval '364 days'`, SECURITY_DAYS],
  ['expiry-devices', FORGET_DEVICES, DEVICE_DAYS],
] as const

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes what has outlived its use. Doing it twice, or by two processes at once, does no harm. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  for (const [name, text, days] of EXPIRED) await db.query(name, text, [new Date(now.getTime() - days * DAY_MS)])
}
