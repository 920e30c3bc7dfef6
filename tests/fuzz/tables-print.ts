import { createHash } from 'node:crypto'
import type { SecurityKind } from '#contract/session/security.ts'
import type { Sql } from '#server/db/db.ts'

/** The events that say that something was refused. */
const TOLD: readonly SecurityKind[] = [
  'access_refused',
  'sign_in_refused',
  'sign_in_throttled',
  'throttled',
  'refusals_counted',
  'password_refused',
  'password_needed',
  'token_refused',
]

/** Which rows a refusal is to leave behind: that there was a try, and of which device, that it was refused, what was answered. */
const LEFT_BY_REFUSALS: Readonly<Record<string, string>> = {
  throttles: 'true',
  devices: 'true',
  security_events: `kind in (${TOLD.map((kind) => `'${kind}'`).join()})`,
  idempotency: 'status is null or status >= 400',
}
/** When a row was used last is no change of it. */
const LAST_USE = ['last_seen_at', 'last_user_agent', 'network']

interface Printed {
  readonly place: string
  readonly print: string | null
}

/** A hash of the rows of each table, but of those in which a refusal is noted, and of the names of the files. */
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
        where not (${LEFT_BY_REFUSALS[name] ?? 'false'})) rows`,
  )
  const prints = await sql.query<Printed>('test.fuzz.print', each.join(' union all '), [LAST_USE])
  const kept = createHash('sha256')
    .update([...files.keys()].toSorted().join())
    .digest('hex')
  return new Map([...prints.map(({ place, print }) => [place, print ?? ''] as const), ['files', kept] as const])
}

/** Where two prints differ. */
export function placesChanged(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((place) => before.get(place) !== after.get(place))
}
