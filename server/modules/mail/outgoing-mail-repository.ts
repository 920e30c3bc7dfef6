import type { Sql } from '#server/db/db.ts'
import { oneUserByEmail } from '#server/records/sql/email-sql.ts'

/** Mails with a link that sets a password. */
export type LinkKind = 'welcome' | 'reset'
/** Mails about an event of an account. */
export type NoticeKind = 'email_changed' | 'password_changed' | 'new_administrator'
export type MailKind = LinkKind | NoticeKind | 'digest'

/**
 * SQL: renews a mail that is already queued or being sent, under a new id. The process that is sending the old mail
 * then neither deletes nor postpones the new one. The earlier due time stays, so that repeated requests do not delay
 * the mail.
 */
const RENEW_ON_CONFLICT = `on conflict (user_id, kind, about, to_address) do update set id = excluded.id, attempts = 0,
  due_at = least(outgoing_mail.due_at, excluded.due_at), created_at = excluded.created_at`

/** Queues a mail; replaces a queued mail of the same kind to the same user. */
export async function addMail(sql: Sql, user: number, kind: MailKind, now: Date): Promise<void> {
  await sql.query(
    'mail.put',
    `insert into outgoing_mail (user_id, kind, due_at, created_at)
     values ($1, $2, $3::timestamptz, $3::timestamptz) ${RENEW_ON_CONFLICT}`,
    [user, kind, now.toISOString()],
  )
}

/** The event. `about`: JSON. */
export interface NewNotice {
  readonly kind: NoticeKind
  readonly about: string
}

/** Queues a notice to the address `to`; replaces a queued notice with the same content to the same address. */
export async function addNotice(
  sql: Sql,
  user: number,
  { kind, about, to }: NewNotice & { readonly to: string },
  now: Date,
): Promise<void> {
  await sql.query(
    'mail.put_notice',
    `insert into outgoing_mail (user_id, kind, about, to_address, due_at, created_at)
     values ($1::integer, $2, $3, $4, $5::timestamptz, $5::timestamptz) ${RENEW_ON_CONFLICT}`,
    [user, kind, about, to, now.toISOString()],
  )
}

/** Queues a notice to all active administrators, each at the address that the user has when the mail is sent. */
export async function addAdministratorNotices(sql: Sql, { kind, about }: NewNotice, now: Date): Promise<void> {
  await sql.query(
    'mail.put_notice_to_administrators',
    `insert into outgoing_mail (user_id, kind, about, due_at, created_at)
     select u.id, $1, $2, $3::timestamptz, $3::timestamptz from users u
     where u.role = 'administrator' and u.is_active ${RENEW_ON_CONFLICT}`,
    [kind, about, now.toISOString()],
  )
}

/**
 * Queues a reset mail to the active user with this e-mail, due at `dueAt`. Does not reveal whether such a user exists.
 */
export async function addResetMail(sql: Sql, email: string, now: Date, dueAt: Date): Promise<void> {
  await sql.query(
    'mail.put_reset_for',
    `insert into outgoing_mail (user_id, kind, due_at, created_at)
     select u.id, 'reset', $3::timestamptz, $2::timestamptz from users u
     ${oneUserByEmail('$1', 'u.is_active')} ${RENEW_ON_CONFLICT}`,
    [email, now.toISOString(), dueAt.toISOString()],
  )
}

/**
 * Queues the digest of a day for all active users who want it: once for that day, even if several processes call it at
 * the same time. Users who switch it on later get the next day's digest.
 */
export async function addDigests(sql: Sql, day: string, now: Date): Promise<void> {
  await sql.query(
    'mail.put_digests',
    `with begun as (
       insert into digest_days (day, queued_at) values ($1::date, $2::timestamptz) on conflict (day) do nothing returning day)
     insert into outgoing_mail (user_id, kind, due_at, created_at)
     select u.id, 'digest', $2::timestamptz, $2::timestamptz from users u, begun
     where u.wants_digest and u.is_active ${RENEW_ON_CONFLICT}`,
    [day, now.toISOString()],
  )
}

/** A mail that this process has claimed until its lease ends, and its recipient. */
export interface ClaimedMail {
  readonly id: number
  readonly user: number
  readonly kind: MailKind
  /** Including the current one. */
  readonly attempts: number
  readonly created_at: string
  readonly first_name: string
  readonly last_name: string
  readonly wants_digest: boolean
  /** The recipient's address: of a notice its own, otherwise the user's current one. */
  readonly email: string
  /** JSON. */
  readonly about: string
}

/**
 * Claims the mail that has been due longest, until `lease`; null if none is due that no other process has claimed.
 * Other mails come before digests, so that a user who waits for a link does not wait for everyone's digests.
 */
export async function claimMail(sql: Sql, now: Date, lease: Date): Promise<ClaimedMail | null> {
  const [row] = await sql.query<ClaimedMail>(
    'mail.claim',
    `with due as materialized (
       select id from outgoing_mail where due_at <= $1::timestamptz
       order by kind = 'digest', due_at, id limit 1 for update skip locked),
     claimed as (
       update outgoing_mail m set attempts = m.attempts + 1, due_at = $2::timestamptz from due where m.id = due.id
       returning m.*)
     select c.id, c.user_id as "user", c.kind, c.attempts, c.created_at, u.first_name, u.last_name, u.wants_digest,
       coalesce(nullif(c.to_address, ''), u.email) as email, c.about
     from claimed c join users u on u.id = c.user_id`,
    [now.toISOString(), lease.toISOString()],
  )
  return row ?? null
}

/** The name of the user who caused the event of a mail; null if the user is deleted. */
export async function findAuthor(
  sql: Sql,
  user: number,
): Promise<{ readonly first_name: string; readonly last_name: string } | null> {
  const [row] = await sql.query<{ first_name: string; last_name: string }>(
    'mail.author',
    'select first_name, last_name from users where id = $1::integer',
    [user],
  )
  return row ?? null
}

/** Removes a mail from the queue, unless another process has claimed it since. */
export async function dropMail(sql: Sql, { id, attempts }: ClaimedMail): Promise<void> {
  await sql.query('mail.drop', 'delete from outgoing_mail where id = $1 and attempts = $2', [id, attempts])
}

/** Sets when the next attempt of a mail is due, unless another process has claimed it since. */
export async function postponeMail(sql: Sql, { id, attempts }: ClaimedMail, dueAt: Date): Promise<void> {
  await sql.query(
    'mail.postpone',
    'update outgoing_mail set due_at = $3::timestamptz where id = $1 and attempts = $2',
    [id, attempts, dueAt.toISOString()],
  )
}
