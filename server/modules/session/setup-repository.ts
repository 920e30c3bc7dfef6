import type { Sql } from '#server/db/db.ts'
import { HISTORY_PARAMS, historyInsert, historyParams } from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'

/** Stores the hash of a link and deletes expired links. */
export async function storeSetupLink(sql: Sql, tokenHash: string, now: Date, expiresAt: Date): Promise<void> {
  await sql.query(
    'setup.keep',
    `with expired as (delete from setup_links where expires_at <= $2::timestamptz)
     insert into setup_links (token_hash, expires_at) values (decode($1, 'hex'), $3::timestamptz)`,
    [tokenHash, now.toISOString(), expiresAt.toISOString()],
  )
}

/** SQL for whether a link can still create an administrator. `hash` and `now` are SQL expressions. */
const isLive = (hash: string, now: string) => `not exists (select from users) and exists (
  select from setup_links l where l.token_hash = decode(${hash}, 'hex') and l.expires_at > ${now}::timestamptz)`

/** Whether the link can still create an administrator: it is known and not expired, and no users exist. */
export async function isSetupLinkLive(sql: Sql, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await sql.query('setup.is_live', `select 1 where ${isLive('$1', '$2')}`, [tokenHash, now.toISOString()])
  return rows.length > 0
}

export interface NewAdministrator {
  readonly first_name: string
  readonly last_name: string
  readonly sort_name: string
  readonly email: string
  readonly passwordHash: string
}

const { $, valuesOf } = namedParams(
  'hash',
  'now',
  'first_name',
  'last_name',
  'sort_name',
  'email',
  'passwordHash',
  ...HISTORY_PARAMS,
)
const SPEND = `
  with spent as (delete from setup_links where ${isLive($.hash, $.now)} returning token_hash),
  made as (
    insert into users (first_name, last_name, sort_name, email, password_hash, role)
    select ${$.first_name}::text, ${$.last_name}::text, ${$.sort_name}::text, ${$.email}::text, ${$.passwordHash}::text,
      'administrator'
    from spent where token_hash = decode(${$.hash}, 'hex') returning id),
  logged as (${historyInsert($, 'made.id')}, made)
  select id from made`

/**
 * Spends all links and creates the administrator in one statement. Returns the new user's id, or null if the link is
 * not live. Of two simultaneous calls, the second waits for the rows locked by the first and then finds them deleted.
 */
export async function spendSetupLink(
  sql: Sql,
  tokenHash: string,
  now: Date,
  person: NewAdministrator,
): Promise<number | null> {
  const { first_name, last_name, email } = person
  const fields = { first_name, last_name, email, role: 'administrator' }
  const changes = Object.entries(fields).map(([field, to]) => ({ field, from: null, to }))
  const log = historyParams({ area: 'users', version: 1, author: { user: null, device: null, now }, changes })
  const params = valuesOf({ hash: tokenHash, now: now.toISOString(), ...person, ...log })
  const [made] = await sql.query<{ id: number }>('setup.spend', SPEND, params)
  return made?.id ?? null
}
