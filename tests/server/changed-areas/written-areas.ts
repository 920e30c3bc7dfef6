import type { HistoryArea } from '#contract/wire/access.ts'
import type { DataArea } from '#contract/wire/data-areas.ts'
import type { Db } from '#server/db/db.ts'

/** The tables of the areas without a history. No command may change positions. */
const TABLES: Readonly<Record<Exclude<DataArea, HistoryArea>, readonly string[]>> = {
  figures: ['toll_transactions', 'fuel_transactions', 'gross_revenue', 'driver_miles', 'unit_miles'],
  imports: ['import_batches', 'duplicate_expenses'],
  positions: ['telematics_vehicles', 'telematics_assets'],
  security: ['security_events'],
  sessions: ['sessions'],
}
const WITHOUT_HISTORY = Object.keys(TABLES) as (keyof typeof TABLES)[]

/** A value that differs after any change of the tables of an area. */
async function contentOf(db: Db, area: keyof typeof TABLES): Promise<string> {
  const hashes = TABLES[area].map(
    (table) => `(select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) from ${table} t)`,
  )
  const [row] = await db.query<{ content: string }>(
    `test.content.${area}`,
    `select concat_ws(' ', ${hashes.join(', ')}) as content`,
    [],
  )
  return row?.content ?? ''
}

/** The areas in which `change` writes: those of the history, and those without history whose tables differ. */
export async function writtenAreas(db: Db, change: () => Promise<void>): Promise<readonly DataArea[]> {
  const contents = () => Promise.all(WITHOUT_HISTORY.map((area) => contentOf(db, area)))
  const [last] = await db.query<{ seq: number }>(
    'test.last',
    'select coalesce(max(seq), 0)::integer as seq from history',
    [],
  )
  const before = await contents()
  await change()
  const after = await contents()
  const logged = await db.query<{ area: HistoryArea }>(
    'test.logged',
    'select distinct area from history where seq > $1::bigint',
    [last?.seq ?? 0],
  )
  return [...logged.map(({ area }) => area), ...WITHOUT_HISTORY.filter((_, at) => before[at] !== after[at])]
}
