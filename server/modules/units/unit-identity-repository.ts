import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Sql } from '#server/db/db.ts'
import { identifierSql } from '#server/records/sql/identifier-sql.ts'
import { numberOf } from '#server/records/sql/unit-number-sql.ts'

/** The identifiers of a unit. Each must be unique; null when the unit has none. */
export interface UnitIdentifiers {
  readonly unit_number: string | null
  readonly licence_plate: string | null
  readonly transponder_id: string | null
  readonly vin: string | null
  readonly gomotive_id: number | null
  readonly pilot_flying_j_truck: number | null
}

export const NO_IDENTIFIERS: UnitIdentifiers = {
  ...{ unit_number: null, licence_plate: null, transponder_id: null },
  ...{ vin: null, gomotive_id: null, pilot_flying_j_truck: null },
}

const isTaken = (column: string, param: string) =>
  `exists (select 1 from units where ${identifierSql(column)} = ${identifierSql(`${param}::text`)} and id <> $1)`

/** `isTaken` for a unit number. The number of a unit without its own number is its id. */
const isNumberTaken = (param: string) => `${isTaken('unit_number', param)} or exists (select 1 from units
  where unit_number is null and ${identifierSql('id')} = ${identifierSql(`${param}::text`)} and id <> $1)`

/** `isTaken` for a vendor's id. A unit may keep an id that it already has and shares with another unit. */
const isIdTaken = (column: string, param: string, which = 'true') =>
  `exists (select 1 from units t where t.${column} = ${param}::bigint and t.id <> $1 and ${which})
    and not exists (select 1 from units own where own.id = $1 and own.${column} = ${param}::bigint)`

/**
 * The identifiers that a unit other than `id` has. A telematics id (`gomotive_id`) is only compared with units of the
 * same kind: the vendor numbers trucks and trailers separately.
 */
export async function findTakenIdentifiers(
  sql: Sql,
  { kind, id }: { readonly kind: UnitKind; readonly id: string },
  identifiers: UnitIdentifiers,
): Promise<readonly (keyof UnitIdentifiers)[]> {
  const { unit_number, licence_plate, transponder_id, vin, gomotive_id, pilot_flying_j_truck } = identifiers
  const [row] = await sql.query<Record<keyof UnitIdentifiers, boolean>>(
    'units.taken',
    `select (${isNumberTaken('$2')}) as unit_number, ${isTaken('licence_plate', '$3')} as licence_plate,
      ${isTaken('transponder_id', '$4')} as transponder_id,
      exists (select 1 from units where vin = $5::text and id <> $1) as vin,
      (${isIdTaken('gomotive_id', '$6', 't.kind = $8')}) as gomotive_id,
      (${isIdTaken('pilot_flying_j_truck', '$7')}) as pilot_flying_j_truck`,
    [id, unit_number, licence_plate, transponder_id, vin, gomotive_id, pilot_flying_j_truck, kind],
  )
  if (!row) return []
  return (Object.keys(NO_IDENTIFIERS) as (keyof UnitIdentifiers)[]).filter((field) => row[field])
}

/** Whether a unit with this number exists. */
export async function isNumberInUse(sql: Sql, number: string): Promise<boolean> {
  const takenFields = await findTakenIdentifiers(
    sql,
    { kind: 'truck', id: '' },
    { ...NO_IDENTIFIERS, unit_number: number },
  )
  return takenFields.length > 0
}

/**
 * Stores the former number of a unit and the day until which it was valid. The unit is locked. Responses include it
 * from now on.
 */
export async function storeFormerNumber(sql: Sql, id: string, number: string, until: string): Promise<void> {
  await sql.query(
    'units.former_number',
    `insert into former_unit_numbers (unit_id, number, since, until)
     select $1, $2, (select max(until) from former_unit_numbers where unit_id = $1), $3::date`,
    [id, number, until],
  )
}

/** SQL for all values of a column as a sorted JSON array, without nulls. */
const sortedJson = (value: string, which = 'true') =>
  `coalesce(json_agg(${value} order by ${value}) filter (where ${value} is not null and ${which}), '[]')`

/** The plates, unit numbers and transponder ids of all trucks, as JSON in the wire format. */
export async function findIdentifiers(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ text: string }>(
    'units.identifiers',
    `select json_build_object('plates', ${sortedJson('licence_plate')}, 'unitNumbers', ${sortedJson('unit_number')},
      'transponderIds', ${sortedJson('transponder_id')})::text as text from units where kind = 'truck'`,
  )
  if (!row) throw new Error('units.identifiers: no answer')
  return row.text
}

/**
 * All values that must be unique among units, by field, as JSON in the wire format. `hasTrucks`: the user may see
 * trucks. Without it, the plates are those of trailers, and the fields that only trucks have are empty.
 */
export async function findUniques(sql: Sql, hasTrucks: boolean): Promise<string> {
  const [row] = await sql.query<{ text: string }>(
    'units.uniques',
    `select json_build_object('unit_number', ${sortedJson(numberOf('t'))},
      'licence_plate', ${sortedJson('t.licence_plate', `($1::boolean or t.kind = 'trailer')`)}, 'transponder_id', ${sortedJson('t.transponder_id', '$1::boolean')},
      'pilot_flying_j_truck', ${sortedJson('t.pilot_flying_j_truck', '$1::boolean')},
      'gomotive_id', json_build_object('truck', ${sortedJson('t.gomotive_id', `t.kind = 'truck'`)},
        'trailer', ${sortedJson('t.gomotive_id', `t.kind = 'trailer'`)}))::text as text from units t`,
    [hasTrucks],
  )
  if (!row) throw new Error('units.uniques: no answer')
  return row.text
}

/** The next number for a new trailer. Numbers are never reused. */
export async function nextTrailerNumber(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ n: number }>('units.next_trailer', `select nextval('trailer_numbers') as n`)
  if (!row) throw new Error('units.next_trailer: no answer')
  return row.n
}

/**
 * Moves the counter past every `TL-` number of any unit. Users or an import may have set such numbers, also on trucks.
 */
export async function skipTrailerNumbers(sql: Sql): Promise<void> {
  await sql.query(
    'units.skip_trailers',
    `select setval('trailer_numbers', greatest(nextval('trailer_numbers'),
      (select max(substring(one from '^TL-(\\d{1,9})$')::bigint) from units, unnest(array[id, unit_number]) as one)))`,
  )
}

/** The highest version of any unit with this id, including deleted units; 0 for none. */
export async function highestVersion(sql: Sql, kind: UnitKind, id: string): Promise<number> {
  const [row] = await sql.query<{ version: number | null }>(
    'units.highest_version',
    'select max(version) as version from history where area = $1 and record_id = $2',
    [`${kind}s`, id],
  )
  return row?.version ?? 0
}

/** The last number of a deleted unit, from its history; null when the history has none. */
export async function findLastNumber(sql: Sql, kind: UnitKind, id: string): Promise<string | null> {
  const [row] = await sql.query<{ number: string | null }>(
    'units.last_number',
    `select to_value #>> '{}' as number from history where area = $1 and record_id = $2 and field = 'unit_number'
     order by version desc, seq desc limit 1`,
    [`${kind}s`, id],
  )
  return row?.number ?? null
}

/** The numbers of tolls, fuel rows, inspections and defects without an inspection that refer to a unit, as JSON. */
export async function findDependents(sql: Sql, id: string): Promise<string> {
  const count = (table: string) => `(select count(*) from ${table} where unit_id = $1)`
  const [row] = await sql.query<{ text: string }>(
    'units.dependents',
    `select json_build_object('tolls', ${count('toll_transactions')}, 'fuel', ${count('fuel_transactions')},
      'inspections', ${count('inspections')},
      'defects', (select count(*) from defects where unit_id = $1 and inspection_id is null))::text as text`,
    [id],
  )
  if (!row) throw new Error('units.dependents: no answer')
  return row.text
}
