import { PLANNED_SERVICES } from '#contract/maintenance/maintenance-choices.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Sql } from '#server/db/db.ts'

/** The fields of a unit that its reports use. The unit is locked until the transaction ends. */
export interface InspectedUnit {
  readonly id: string
  readonly kind: UnitKind
  readonly transport_model: string
  /** Miles. */
  readonly miles_driven: number
  readonly inspection_passed_date: string | null
  readonly next_service_date: string | null
  readonly open_major_defects: number
}

const MAJORS = `(select count(*)::integer from defects d
  where d.unit_id = t.id and d.state = 'open' and d.urgency = 'major') as open_major_defects`

/** Locks units in the order of their ids, and reads them. Unknown ids are left out. */
export async function lockInspectedUnits(sql: Sql, ids: readonly string[]): Promise<readonly InspectedUnit[]> {
  await sql.query(
    'inspections.lock_units',
    'select 1 from units where id = any($1::text[]) order by id collate "C" for no key update',
    [ids],
  )
  // A separate statement: it sees what the previous owner of the lock has written.
  return sql.query<InspectedUnit>(
    'inspections.units_locked',
    `select t.id, t.kind, t.transport_model, t.miles_driven, t.inspection_passed_date, t.next_service_date, ${MAJORS}
     from units t where t.id = any($1::text[]) order by t.id collate "C"`,
    [ids],
  )
}

/** The miles of a unit at the end of a day (`yyyy-MM-dd`): the current miles less the daily miles recorded since. */
export async function milesOn(sql: Sql, { id, miles_driven }: InspectedUnit, day: string): Promise<number> {
  const [row] = await sql.query<{ miles: number }>(
    'inspections.miles_on',
    `select greatest($2::numeric - coalesce(sum(miles), 0), 0) as miles from unit_miles where unit_id = $1 and date > $3::date`,
    [id, miles_driven, day],
  )
  return row?.miles ?? miles_driven
}

/** What a unit's reports and defects add up to. */
export interface UnitReportSummary {
  readonly open_major_defects: number
  /** The earliest due date of its planned services. */
  readonly next_service_date: string | null
  /** The last day on which it passed an annual inspection. */
  readonly inspection_passed_date: string | null
}

export async function findReportSummary(sql: Sql, id: string): Promise<UnitReportSummary> {
  const [row] = await sql.query<UnitReportSummary>(
    'inspections.unit_standing',
    `select ${MAJORS},
       (select max(i.date) from inspections i where i.unit_name = t.id and i.unit_id = t.id
         and i.service_type = 'annual_inspection'
         and not exists (select 1 from defects d where d.inspection_id = i.id and d.urgency = 'major')) as inspection_passed_date,
       (select min(i.due_date) from inspections i where i.unit_name = t.id and i.unit_id = t.id and i.is_latest
         and i.service_type = any($2::text[])) as next_service_date
     from units t where t.id = $1`,
    [id, PLANNED_SERVICES],
  )
  if (!row) throw new Error(`unit ${id} vanished while it was locked`)
  return row
}

/**
 * The date of a unit's annual inspection before a report raised it to `day` or beyond, from the history. Null when
 * there was no date or the history does not contain one. Reports only ever raise the date.
 */
export async function findPassedBefore(
  sql: Sql,
  { id, kind }: Pick<InspectedUnit, 'id' | 'kind'>,
  day: string,
): Promise<string | null> {
  const [row] = await sql.query<{ before: string | null }>(
    'inspections.passed_before',
    `select max(from_value #>> '{}') as before from history
     where area = $1 and record_id = $2 and field = 'inspection_passed_date'
       and from_value #>> '{}' < $3 and to_value #>> '{}' >= $3`,
    [`${kind}s`, id, day],
  )
  return row?.before ?? null
}

/** Writes the dates of a unit that its reports determine. */
export async function writeReportDates(
  sql: Sql,
  id: string,
  days: Pick<InspectedUnit, 'inspection_passed_date' | 'next_service_date'>,
): Promise<void> {
  await sql.query(
    'inspections.unit_days',
    'update units set inspection_passed_date = $2::date, next_service_date = $3::date where id = $1',
    [id, days.inspection_passed_date, days.next_service_date],
  )
}
