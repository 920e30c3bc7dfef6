import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Sql } from '#server/db/db.ts'
import { identifierSql } from '#server/records/sql/identifier-sql.ts'
import { numberOf } from '#server/records/sql/unit-number-sql.ts'

/** What is written on a unit; null for what is not. */
export interface Written {
  readonly unit_number: string | null
  readonly licence_plate: string | null
  readonly transponder_id: string | null
  readonly vin: string | null
  readonly gomotive_id: number | null
  readonly pilot_flying_j_truck: number | null
}

export const NOTHING_WRITTEN: Written = {
  ...{ unit_number: null, licence_plate: null, transponder_id: null },
  ...{ vin: null, gomotive_id: null, pilot_flying_j_truck: null },
}

const isTaken = (column: string, param: string) =>
  `exists (select 1 from units where ${identifierSql(column)} = ${identifierSql(`${param}::text`)} and id <> $1)`

/** The same of a number, which may be the id of a unit that has none. */
const isNumberTaken = (param: string) => `${isTaken('unit_number', param)} or exists (select 1 from units
  where unit_number is null and ${identifierSql('id')} = ${identifierSql(`${param}::text`)} and id <> $1)`

/** The same of a vendor's id; one that the unit has already, and shares from before, it keeps. */
const isIdTaken = (column: string, param: string, which = 'true') =>
  `exists (select 1 from units t where t.${column} = ${param}::bigint and t.id <> $1 and ${which})
    and not exists (select 1 from units own where own.id = $1 and own.${column} = ${param}::bigint)`

/** Which of these stand on another unit than `id`; a vendor's numbers of trucks and of trailers are two things. */
export async function findTaken(
  sql: Sql,
  { kind, id }: { readonly kind: UnitKind; readonly id: string },
  written: Written,
): Promise<readonly (keyof Written)[]> {
  const { unit_number, licence_plate, transponder_id, vin, gomotive_id, pilot_flying_j_truck } = written
  const [row] = await sql.query<Record<keyof Written, boolean>>(
    'units.taken',
    `select (${isNumberTaken('$2')}) as unit_number, ${isTaken('licence_plate', '$3')} as licence_plate,
      ${isTaken('transponder_id', '$4')} as transponder_id,
      exists (select 1 from units where vin = $5::text and id <> $1) as vin,
      (${isIdTaken('gomotive_id', '$6', 't.kind = $8')}) as gomotive_id,
      (${isIdTaken('pilot_flying_j_truck', '$7')}) as pilot_flying_j_truck`,
    [id, unit_number, licence_plate, transponder_id, vin, gomotive_id, pilot_flying_j_truck, kind],
  )
  if (!row) return []
  return (Object.keys(NOTHING_WRITTEN) as (keyof Written)[]).filter((field) => row[field])
}

/** Whether some unit is called by a number. */
export async function isNumbered(sql: Sql, number: string): Promise<boolean> {
  const taken = await findTaken(sql, { kind: 'truck', id: '' }, { ...NOTHING_WRITTEN, unit_number: number })
  return taken.length > 0
}

/** Notes that until a day a unit was called by another number, whose row is locked. Its answer tells of it from here on. */
export async function noteFormerNumber(sql: Sql, id: string, number: string, until: string): Promise<void> {
  await sql.query(
    'units.former_number',
    `insert into former_unit_numbers (unit_id, number, since, until)
     select $1, $2, (select max(until) from former_unit_numbers where unit_id = $1), $3::date`,
    [id, number, until],
  )
}

/** SQL for all values of a column as JSON, in their order. */
const listed = (value: string, which = 'true') =>
  `coalesce(json_agg(${value} order by ${value}) filter (where ${value} is not null and ${which}), '[]')`

/** All that is written on trucks, as the wire wants it: JSON. */
export async function findIdentifiers(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ text: string }>(
    'units.identifiers',
    `select json_build_object('plates', ${listed('licence_plate')}, 'unitNumbers', ${listed('unit_number')},
      'transponderIds', ${listed('transponder_id')})::text as text from units where kind = 'truck'`,
  )
  if (!row) throw new Error('units.identifiers: no answer')
  return row.text
}

/** What no two units may have alike, by field, as the wire wants it: JSON. What only trucks have, for who sees those alone. */
export async function findUniques(sql: Sql, hasTrucks: boolean): Promise<string> {
  const [row] = await sql.query<{ text: string }>(
    'units.uniques',
    `select json_build_object('unit_number', ${listed(numberOf('t'))},
      'licence_plate', ${listed('t.licence_plate', '$1::boolean')}, 'transponder_id', ${listed('t.transponder_id', '$1::boolean')},
      'pilot_flying_j_truck', ${listed('t.pilot_flying_j_truck', '$1::boolean')},
      'gomotive_id', json_build_object('truck', ${listed('t.gomotive_id', `t.kind = 'truck'`)},
        'trailer', ${listed('t.gomotive_id', `t.kind = 'trailer'`)}))::text as text from units t`,
    [hasTrucks],
  )
  if (!row) throw new Error('units.uniques: no answer')
  return row.text
}

/** The number of a new trailer; one that was given is never given again. */
export async function nextTrailerNumber(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ n: number }>('units.next_trailer', `select nextval('trailer_numbers') as n`)
  if (!row) throw new Error('units.next_trailer: no answer')
  return row.n
}

/** Moves the counter behind all such numbers that units have, trucks too: some were given by people, or by an import. */
export async function skipTrailerNumbers(sql: Sql): Promise<void> {
  await sql.query(
    'units.skip_trailers',
    `select setval('trailer_numbers', greatest(nextval('trailer_numbers'),
      (select max(substring(one from '^TL-(\\d{1,9})$')::bigint) from units, unnest(array[id, unit_number]) as one)))`,
  )
}

/** The highest version that a unit of that id ever had, one that was deleted included; 0 for none. */
export async function highestVersion(sql: Sql, kind: UnitKind, id: string): Promise<number> {
  const [row] = await sql.query<{ version: number | null }>(
    'units.highest_version',
    'select max(version) as version from history where area = $1 and record_id = $2',
    [`${kind}s`, id],
  )
  return row?.version ?? 0
}

/** What a unit that is gone was called at last; null where nobody noted it. */
export async function findLastNumber(sql: Sql, kind: UnitKind, id: string): Promise<string | null> {
  const [row] = await sql.query<{ number: string | null }>(
    'units.last_number',
    `select to_value #>> '{}' as number from history where area = $1 and record_id = $2 and field = 'unit_number'
     order by version desc, seq desc limit 1`,
    [`${kind}s`, id],
  )
  return row?.number ?? null
}

/** How many rows hang on a unit, as JSON. */
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
