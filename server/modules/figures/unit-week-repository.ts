import * as z from 'zod/mini'
import type { UnitSort } from '#contract/units.ts'
import type { Sql } from '#server/db/db.ts'
import { cursorText } from '#server/records/cursor.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/page-sql.ts'
import { UNIT_FIGURES, weekParams, weekTables } from './week-figures.ts'

/** Which weeks of trucks or of trailers. */
export interface AskedUnitWeeks {
  readonly kind: UnitSort
  readonly range: DayRange
  readonly today: string
}

const FIGURES = weekTables(UNIT_FIGURES, `'id', page.id,`)

/** One unit of a kind by its id, or by the name that a device gave it; `$1` the kind, `$2` the name. */
const THE_UNIT = `kind = $1 and (id = $2 or client_id::text = lower($2))`

/** The id of a truck or a trailer, and what its odometer says; null when there is none of that kind. */
export async function findUnit(
  sql: Sql,
  kind: UnitSort,
  ref: string,
): Promise<{ readonly id: string; readonly miles_driven: number } | null> {
  const [row] = await sql.query<{ id: string; miles_driven: number }>(
    'figures.unit',
    `select id, miles_driven::float8 as miles_driven from units where ${THE_UNIT}`,
    [kind, ref],
  )
  return row ?? null
}

/** The weeks of one unit as JSON. */
export async function getWeeksOfUnit(sql: Sql, unit: string, { range, today }: AskedUnitWeeks): Promise<string> {
  const [row] = await sql.query<{ text: string }>(
    'figures.of_unit',
    `with page as (select id from units where id = $4), ${FIGURES} select weeks::text as text from figures`,
    [...weekParams(range, today), unit],
  )
  return row?.text ?? '[]'
}

/** One page of trucks or trailers with their weeks, by id. */
export function findUnitWeeks(sql: Sql, { kind, range, today }: AskedUnitWeeks, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'figures.units',
    from: 'units t',
    // The range is named here too, so that its type is known where only the page reads it.
    where: 't.kind = $4 and $1::date is not null and $2::date is not null and $3::date is not null',
    count: 'select count(*) from units t where t.kind = $4',
    params: [...weekParams(range, today), kind],
    columns: 't.id',
    alias: 'page',
    alongside: `, ${FIGURES}`,
    joins: 'join figures on figures.id = page.id',
    row: `json_build_object('id', page.id, 'weeks', figures.weeks)`,
  }
  const byId = { name: 'id', keys: [{ sql: 't.id collate "C"', type: 'text' }], cursor: z.tuple([cursorText]) } as const
  return queryPage(sql, list, byId, page)
}
