import { createHash } from 'node:crypto'
import type { Sql } from '#server/db/db.ts'

/** What a refusal is to leave behind: that there was a try, what was answered, which device asked, and what is mailed of it. */
const LEFT_BY_REFUSALS = [
  ...['schema_version', 'throttles', 'idempotency', 'devices', 'outgoing_mail', 'security_events'],
]
/** When a row was used last is no change of it. */
const LAST_USE = ['last_seen_at', 'last_user_agent', 'network']

interface Printed {
  readonly place: string
  readonly print: string | null
}

/** A hash of the rows of each table, but of those in which refusals are noted, and of the names of the files. */
export async function tablesPrint(
  sql: Sql,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, string>> {
  const names = await sql.query<{ name: string }>(
    'test.fuzz.tables',
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> all ($1::text[])`,
    [LEFT_BY_REFUSALS],
  )
  const each = names.map(
    ({ name }) => `select '${name}' as place, md5(string_agg(row, '' order by row)) as print
      from (select md5((to_jsonb(t) - $1::text[])::text) as row from ${name} t) rows`,
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
