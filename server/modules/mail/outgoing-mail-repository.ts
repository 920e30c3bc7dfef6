import type { Sql } from '#server/db/db.ts'
import { theOneWith } from '#server/records/sql/email-sql.ts'

/** Mails that bring a link which sets a password. */
export type LinkKind = 'welcome' | 'reset'
/** Mails that tell of what happened to an account. */
export type NoticeKind = 'email_changed' | 'password_changed' | 'new_administrator'
export type MailKind = LinkKind | NoticeKind | 'digest'

/**
 * What becomes of a mail that waits already, or is being sent right now: a new one, which whoever sends the old one neither
 * deletes nor postpones. Nobody holds it up by asking again and again.
 */
const RENEWED = `on conflict (user_id, kind, about, to_address) do update set id = excluded.id, attempts = 0,
  due_at = least(outgoing_mail.due_at, excluded.due_at), created_at = excluded.created_at`

/** Puts a mail into the line, in place of one of the same kind to the same person. */
export async function putMail(sql: Sql, user: number, kind: MailKind, now: Date): Promise<void> {
  await sql.query(
    'mail.put',
    `insert into outgoing_mail (user_id, kind, due_at, created_at)
     values ($1, $2, $3::timestamptz, $3::timestamptz) ${RENEWED}`,
    [user, kind, now.toISOString()],
  )
}

/** What happened. `about`: JSON. */
export interface QueuedNotice {
  readonly kind: NoticeKind
  readonly about: string
}

/** Puts a mail that tells of something into the line, in place of one that tells the same to the same address, `to`. */
export async function putNotice(
  sql: Sql,
  user: number,
  { kind, about, to }: QueuedNotice & { readonly to: string },
  now: Date,
): Promise<void> {
  await sql.query(
    'mail.put_notice',
    `insert into outgoing_mail (user_id, kind, about, to_address, due_at, created_at)
     values ($1::integer, $2, $3, $4, $5::timestamptz, $5::timestamptz) ${RENEWED}`,
    [user, kind, about, to, now.toISOString()],
  )
}

/** A notice to all who are active administrators, at the address that each has when it is sent. */
export async function putNoticeToAdministrators(sql: Sql, { kind, about }: QueuedNotice, now: Date): Promise<void> {
  await sql.query(
    'mail.put_notice_to_administrators',
    `insert into outgoing_mail (user_id, kind, about, due_at, created_at)
     select u.id, $1, $2, $3::timestamptz, $3::timestamptz from users u
     where u.role = 'administrator' and u.is_active ${RENEWED}`,
    [kind, about, now.toISOString()],
  )
}

/** The same for whoever has this e-mail and is active, not before `dueAt`. Nobody can tell from it whether there was one. */
export async function putResetFor(sql: Sql, email: string, now: Date, dueAt: Date): Promise<void> {
  await sql.query(
    'mail.put_reset_for',
    `insert into outgoing_mail (user_id, kind, due_at, created_at)
     select u.id, 'reset', $3::timestamptz, $2::timestamptz from users u
     ${theOneWith('$1', 'u.is_active')} ${RENEWED}`,
    [email, now.toISOString(), dueAt.toISOString()],
  )
}

/**
 * Puts the digest of a day into the line for all who are active and want it, once for that day however many processes do so
 * at once: who wants it only later gets the next day's.
 */
export async function putDigests(sql: Sql, day: string, now: Date): Promise<void> {
  await sql.query(
    'mail.put_digests',
    `with begun as (
       insert into digest_days (day, queued_at) values ($1::date, $2::timestamptz) on conflict (day) do nothing returning day)
     insert into outgoing_mail (user_id, kind, due_at, created_at)
     select u.id, 'digest', $2::timestamptz, $2::timestamptz from users u, begun
     where u.wants_digest and u.is_active ${RENEWED}`,
    [day, now.toISOString()],
  )
}

/** A mail that this process has for itself until its lease is over, and to whom it goes. */
export interface Claimed {
  readonly id: number
  readonly user: number
  readonly kind: MailKind
  /** This one included. */
  readonly attempts: number
  readonly created_at: string
  readonly first_name: string
  readonly last_name: string
  readonly wants_digest: boolean
  /** Where a notice goes. */
  readonly email: string
  /** JSON. */
  readonly about: string
}

/**
 * Takes the mail that has been due longest, until `lease`; null when none is due that nobody else has. Who waits for a link
 * does not wait for everybody's digest.
 */
export async function claimMail(sql: Sql, now: Date, lease: Date): Promise<Claimed | null> {
  const [row] = await sql.query<Claimed>(
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

/** How the user is called who did what a mail tells; null for one who is deleted. */
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

/** Takes a mail out of the line, unless somebody else has claimed it since. */
export async function dropMail(sql: Sql, { id, attempts }: Claimed): Promise<void> {
  await sql.query('mail.drop', 'delete from outgoing_mail where id = $1 and attempts = $2', [id, attempts])
}

/** Lets a mail wait for its next attempt, unless somebody else has claimed it since. */
export async function postponeMail(sql: Sql, { id, attempts }: Claimed, dueAt: Date): Promise<void> {
  await sql.query(
    'mail.postpone',
    'update outgoing_mail set due_at = $3::timestamptz where id = $1 and attempts = $2',
    [id, attempts, dueAt.toISOString()],
  )
}
