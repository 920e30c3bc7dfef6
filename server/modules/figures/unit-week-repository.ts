import * as z from 'zod/mini'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { cursorText } from '#server/records/sql/cursor.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { UNIT_FIGURES, weekParams, weekTables } from './week-figures.ts'

/** The requested weeks of trucks or trailers. */
export interface UnitWeeksRequest {
  readonly kind: UnitKind
  readonly range: DayRange
  readonly today: string
}

const FIGURES = weekTables(UNIT_FIGURES, `'id', page.id,`)

/** A unit’s odometer, in miles; null if the unit does not exist. */
export async function findUnitMiles(sql: Sql, unit: string): Promise<number | null> {
  const [row] = await sql.query<{ miles_driven: number }>(
    'figures.unit_miles',
    'select miles_driven::float8 as miles_driven from units where id = $1',
    [unit],
  )
  return row?.miles_driven ?? null
}

/** The weeks of one unit as JSON. */
export async function getWeeksOfUnit(sql: Sql, unit: string, { range, today }: UnitWeeksRequest): Promise<string> {
  const [row] = await sql.query<{ text: string }>(
    'figures.of_unit',
    `with page as (select id from units where id = $4), ${FIGURES} select weeks::text as text from figures`,
    [...weekParams(range, today), unit],
  )
  return row?.text ?? '[]'
}

/** One page of trucks or trailers with their weeks, ordered by id. */
export function findUnitWeeks(
  sql: Sql,
  { kind, range, today }: UnitWeeksRequest,
  page: PageRequest,
): Promise<PageText> {
  const list = {
    name: 'figures.units',
    from: 'units t',
    // Mentions every parameter of the range, so that PostgreSQL knows their types even in the query without `figures`.
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
