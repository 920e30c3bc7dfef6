import { createHash } from 'node:crypto'
import type { SecurityKind } from '#contract/session/security.ts'
import type { Sql } from '#server/db/db.ts'

/** The security events that record a refusal. */
const REFUSAL_EVENTS: readonly SecurityKind[] = [
  'access_refused',
  'sign_in_refused',
  'sign_in_throttled',
  'throttled',
  'refusals_counted',
  'password_refused',
  'password_needed',
  'token_refused',
]

/**
 * SQL for the rows that a refusal may write, by table: the counted try, the device, the security event of the refusal,
 * the stored response.
 */
const REFUSAL_ROWS: Readonly<Record<string, string>> = {
  throttles: 'true',
  devices: 'true',
  security_events: `kind in (${REFUSAL_EVENTS.map((kind) => `'${kind}'`).join()})`,
  idempotency: 'status is null or status >= 400',
}
/** Columns about a row's last use, which do not count as a change. */
const LAST_USE = ['last_seen_at', 'last_user_agent', 'network']

interface PlacePrint {
  readonly place: string
  readonly print: string | null
}

/** A hash of each table's rows, except rows that a refusal may write, and a hash of the names of the stored files. */
export async function tablesPrint(
  sql: Sql,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, string>> {
  const names = await sql.query<{ name: string }>(
    'test.fuzz.tables',
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    [],
  )
  const each = names.map(
    ({ name }) => `select '${name}' as place, md5(string_agg(row, '' order by row)) as print
      from (select md5((to_jsonb(t) - $1::text[])::text) as row from ${name} t
        where not (${REFUSAL_ROWS[name] ?? 'false'})) rows`,
  )
  const prints = await sql.query<PlacePrint>('test.fuzz.print', each.join(' union all '), [LAST_USE])
  const filesPrint = createHash('sha256')
    .update([...files.keys()].toSorted().join())
    .digest('hex')
  return new Map([...prints.map(({ place, print }) => [place, print ?? ''] as const), ['files', filesPrint] as const])
}

/** The places in which two prints differ. */
export function changedPlaces(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((place) => before.get(place) !== after.get(place))
}
