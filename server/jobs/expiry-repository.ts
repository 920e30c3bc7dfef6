import type { Db } from '#server/db/db.ts'

/** Answers kept for repeated changes are kept so long that a tablet left in a drawer all summer still finds them. */
const ANSWER_DAYS = 90
const TRY_DAYS = 1
/** Ended sessions stay for a while, so that "which device was that" can be answered. */
const SESSION_DAYS = 90
const SECURITY_DAYS = 365

const EXPIRED = [
  ['expiry-idempotency', 'delete from idempotency where created_at < $1', ANSWER_DAYS],
  ['expiry-throttles', 'delete from throttles where touched_at < $1', TRY_DAYS],
  ['expiry-password-links', 'delete from password_links where expires_at < $1', 0],
  ['expiry-former-addresses', 'delete from former_addresses where expires_at < $1', 0],
  ['expiry-sessions', 'delete from sessions where coalesce(revoked_at, expires_at) < $1', SESSION_DAYS],
  // The table refuses to let go of what is younger by the database's own clock.
  ['expiry-security', `delete from security_events where at < $1 and at < now() - interval '364 days'`, SECURITY_DAYS],
] as const

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes what has outlived its use. Doing it twice, or by two processes at once, does no harm. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  for (const [name, text, days] of EXPIRED) await db.query(name, text, [new Date(now.getTime() - days * DAY_MS)])
}
