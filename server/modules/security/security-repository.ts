import type { Sql } from '#server/db/db.ts'
import { oneUserByEmail } from '#server/records/sql/email-sql.ts'

export interface SecurityRow {
  readonly at: string
  readonly kind: string
  readonly actor: number | null
  readonly subject: number | null
  readonly session: string | null
  readonly network: string
  readonly userAgent: string
  /** JSON. */
  readonly detail: string
}

/** Adds one event, with the current names of its users. */
export async function addSecurityEvent(sql: Sql, row: SecurityRow): Promise<void> {
  const nameOf = (id: string) =>
    `coalesce((select trim(first_name || ' ' || last_name) from users where id = ${id}::integer), '')`
  await sql.query(
    'security.add',
    `insert into security_events
       (at, kind, actor_id, actor_name, subject_id, subject_name, session, network, user_agent, detail)
     values ($1::timestamptz, $2, $3::integer, ${nameOf('$3')}, $4::integer, ${nameOf('$4')}, $5::uuid, $6, $7, $8::jsonb)`,
    [row.at, row.kind, row.actor, row.subject, row.session, row.network, row.userAgent, row.detail],
  )
}

/**
 * Adds an event about a reset if an active user has this e-mail. Returns the user's id or null; one statement in both
 * cases.
 */
export async function addResetRequest(
  sql: Sql,
  email: string,
  { at, kind, network, userAgent, detail }: Pick<SecurityRow, 'at' | 'kind' | 'network' | 'userAgent' | 'detail'>,
): Promise<number | null> {
  const [row] = await sql.query<{ subject: number }>(
    'security.add_reset_asked',
    `insert into security_events (at, kind, subject_id, subject_name, network, user_agent, detail)
     select $2::timestamptz, $5, u.id, trim(u.first_name || ' ' || u.last_name), $3, $4, $6::jsonb
     from users u ${oneUserByEmail('$1', 'u.is_active')}
     returning subject_id as subject`,
    [email, at, network, userAgent, kind, detail],
  )
  return row?.subject ?? null
}
