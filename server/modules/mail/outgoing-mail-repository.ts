import type { Sql } from '#server/db/db.ts'

export type MailKind = 'welcome' | 'reset'

/** Puts a mail into the line, in place of one of the same kind to the same person that still waits. */
export async function putMail(sql: Sql, user: number, kind: MailKind, now: Date): Promise<void> {
  await sql.query(
    'mail.put',
    `with former as (delete from outgoing_mail where user_id = $1 and kind = $2)
     insert into outgoing_mail (user_id, kind, due_at, created_at)
     values ($1, $2, $3::timestamptz, $3::timestamptz)`,
    [user, kind, now.toISOString()],
  )
}

/** The same for whoever has this e-mail and is active. Nobody can tell from it whether there was one. */
export async function putResetFor(sql: Sql, email: string, now: Date): Promise<void> {
  await sql.query(
    'mail.put_reset_for',
    `with asked as (select id from users where lower(email) = lower($1) and is_active),
     former as (delete from outgoing_mail m using asked where m.user_id = asked.id and m.kind = 'reset')
     insert into outgoing_mail (user_id, kind, due_at, created_at)
     select id, 'reset', $2::timestamptz, $2::timestamptz from asked`,
    [email, now.toISOString()],
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
  readonly email: string
  readonly is_active: boolean
}

/** Takes the mail that has been due longest, until `lease`; null when none is due that nobody else has. */
export async function claimMail(sql: Sql, now: Date, lease: Date): Promise<Claimed | null> {
  const [row] = await sql.query<Claimed>(
    'mail.claim',
    `with due as materialized (
       select id from outgoing_mail where due_at <= $1::timestamptz order by due_at, id limit 1 for update skip locked),
     claimed as (
       update outgoing_mail m set attempts = m.attempts + 1, due_at = $2::timestamptz from due where m.id = due.id
       returning m.*)
     select c.id, c.user_id as "user", c.kind, c.attempts, c.created_at, u.first_name, u.last_name, u.email, u.is_active
     from claimed c join users u on u.id = c.user_id`,
    [now.toISOString(), lease.toISOString()],
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
