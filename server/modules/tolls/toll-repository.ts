import * as z from 'zod/mini'
import type { TollVehicle } from '#contract/expenses/tolls.ts'
import type { Sql } from '#server/db/db.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { cursorText } from '#server/records/sql/cursor.ts'
import { truckIdSql } from '#server/records/sql/identifier-sql.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'

const HAS_IDENTIFIER = `t.kind = 'truck' and coalesce(t.licence_plate, t.transponder_id, t.unit_number) is not null`

/** One page of the trucks with a plate, transponder or unit number, ordered by id. */
export function findTollVehicles(sql: Sql, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'tolls.vehicles',
    from: 'units t',
    where: HAS_IDENTIFIER,
    count: `select count(*) from units t where ${HAS_IDENTIFIER}`,
    params: [],
    columns: 't.*',
    alias: 't',
    joins: '',
    row: `json_build_object('Plate', coalesce(t.licence_plate, ''), 'TransponderId', coalesce(t.transponder_id, ''),
      'UnitNumber', coalesce(t.unit_number, ''))`,
  }
  const byId = { name: 'id', keys: [{ sql: 't.id collate "C"', type: 'text' }], cursor: z.tuple([cursorText]) } as const
  return queryPage(sql, list, byId, page)
}

/** All tolls in a range of days, in dollars. */
export async function sumTolls(sql: Sql, { first, last }: DayRange): Promise<number> {
  const [row] = await sql.query<{ amount: number }>(
    'tolls.sum',
    `select coalesce(sum(amount), 0)::float8 as amount from daily_totals
     where kind = 'tolls' and date between $1::date and $2::date`,
    [first, last],
  )
  return row?.amount ?? 0
}

/**
 * The tolls of these vehicles, in dollars. Vehicles are found by their current identifiers. A vehicle that is listed
 * twice counts once, and an unknown vehicle counts nothing.
 */
export async function sumTollsOfVehicles(
  sql: Sql,
  { first, last }: DayRange,
  vehicles: readonly TollVehicle[],
): Promise<number> {
  const identifiers = vehicles.map(({ Plate, TransponderId, UnitNumber }) => ({
    plate: Plate,
    transponder_id: TransponderId,
    unit_number: UnitNumber,
  }))
  const [row] = await sql.query<{ amount: number }>(
    'tolls.sum_of',
    `select coalesce(sum(t.amount), 0)::float8 as amount from toll_transactions t
     where t.date between $1::date and $2::date and t.unit_id = any(array(
       select distinct ${truckIdSql('r')}
       from json_to_recordset($3::json) as r (plate text, transponder_id text, unit_number text)))`,
    [first, last, JSON.stringify(identifiers)],
  )
  return row?.amount ?? 0
}
