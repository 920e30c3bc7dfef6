import type { UnitKind } from '#contract/units/unit-choices.ts'
import { clientId } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import type { DayRange } from '#server/records/day-range.ts'
import { HISTORY_PARAMS, type HistoryLog, historyInsert, historyParams } from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import type { PapersView, PapersVisibility } from '#server/records/sql/papers-sql.ts'
import { indirectChangeInsert } from '#server/records/sync/indirect-changes.ts'
import { UNIT_COLUMNS, type UnitFields } from './unit-columns.ts'
import { UNIT_PEOPLE, unitJson } from './unit-json.ts'
import { formerDriverNote, LAST_DRIVER } from './unit-repository.ts'

const VISIBILITY_PARAMS = ['first', 'last', 'today'] as const
const WRITE_PARAMS = namedParams('id', 'fields', ...HISTORY_PARAMS, ...VISIBILITY_PARAMS)
const writeStatement = (kind: UnitKind, papers: PapersVisibility) => `
  with t as (update units t set ${UNIT_COLUMNS.set(WRITE_PARAMS.$.fields)}, version = t.version + 1, ${LAST_DRIVER}
    where t.id = ${WRITE_PARAMS.$.id} returning t.*),
  indirect as (${formerDriverNote(WRITE_PARAMS.$.id, WRITE_PARAMS.$.log_at)}),
  logged as (${historyInsert(WRITE_PARAMS.$, WRITE_PARAMS.$.id)})
  select ${unitJson(kind, { ...WRITE_PARAMS.$, papers })}::text as text, t.version from t ${UNIT_PEOPLE}`

const FIND_PARAMS = namedParams('id', ...VISIBILITY_PARAMS)

const INSERT_PARAMS = namedParams('id', 'fields', 'kind', 'client_id', ...HISTORY_PARAMS)
const INSERT = `
  with made as (
    insert into units (id, kind, client_id, version, ${UNIT_COLUMNS.names})
    select ${INSERT_PARAMS.$.id}, ${INSERT_PARAMS.$.kind}, ${INSERT_PARAMS.$.client_id}::uuid, ${INSERT_PARAMS.$.log_version}::integer, ${UNIT_COLUMNS.rowFields()}
    from ${UNIT_COLUMNS.row(INSERT_PARAMS.$.fields)}
    on conflict (id) do nothing returning id),
  logged as (${historyInsert(INSERT_PARAMS.$, 'made.id')}, made)
  select id from made`

/** The id of a unit of this kind, by that id or its client id; null when it does not exist. */
export async function findUnitId(sql: Sql, kind: UnitKind, ref: string): Promise<string | null> {
  const name = clientId.safeParse(ref)
  const [row] = await sql.query<{ id: string }>(
    'units.id',
    'select id from units where kind = $1 and (id = $2 or client_id = $3::uuid)',
    [kind, ref, name.success ? name.data : null],
  )
  return row?.id ?? null
}

/** The current driver of a unit, read without a lock. */
export async function findDriverOfUnit(sql: Sql, id: string): Promise<number | null> {
  const [row] = await sql.query<{ driver: number | null }>(
    'units.driver',
    'select driver_id as driver from units where id = $1',
    [id],
  )
  return row?.driver ?? null
}

/** What a user sees of units: the date range of the expenses, and how much of the driver's papers is visible. */
export interface UnitVisibility extends DayRange, PapersView {}

/** The record store of units of one kind. Its responses contain what the user may see. */
export const unitStore = (kind: UnitKind, visibility: UnitVisibility): RecordStore<UnitFields, string> => ({
  area: `${kind}s`,

  async lock(sql, ref) {
    const [row] = await sql.query<UnitFields & { readonly id: string; readonly version: number }>(
      'units.lock_record',
      `select t.id, t.version, ${UNIT_COLUMNS.read('t')} from units t where t.id = $1 and t.kind = $2 for no key update`,
      [ref, kind],
    )
    if (!row) return null
    const { id, version, ...fields } = row
    return { id, version, fields }
  },

  async write(sql, id, fields, log) {
    const params = WRITE_PARAMS.valuesOf({
      id,
      fields: UNIT_COLUMNS.json(fields),
      ...historyParams(log),
      ...visibility,
    })
    const [row] = await sql.query<RecordText>(
      `units.write.${kind}.${visibility.papers}`,
      writeStatement(kind, visibility.papers),
      params,
    )
    if (!row) throw new Error(`${kind} ${id} vanished while it was locked`)
    return row
  },

  async find(sql, ref) {
    const [row] = await sql.query<RecordText>(
      `units.find.${kind}.${visibility.papers}`,
      `select ${unitJson(kind, { ...FIND_PARAMS.$, papers: visibility.papers })}::text as text, t.version from units t ${UNIT_PEOPLE}
       where t.id = ${FIND_PARAMS.$.id} and t.kind = '${kind}'`,
      FIND_PARAMS.valuesOf({ id: ref, ...visibility }),
    )
    return row ?? null
  },
})

/** A new unit. Its version (in `log`) is higher than that of any earlier unit with the same id. */
export interface NewUnitRow {
  readonly id: string
  readonly kind: UnitKind
  readonly client_id: string | null
  readonly fields: UnitFields
  readonly log: HistoryLog
}

/** Inserts a unit and logs it. False when its id is taken. Throws the error of any other violated index. */
export async function insertUnit(sql: Sql, { id, kind, client_id, fields, log }: NewUnitRow): Promise<boolean> {
  const params = INSERT_PARAMS.valuesOf({
    id,
    fields: UNIT_COLUMNS.json(fields),
    kind,
    client_id,
    ...historyParams(log),
  })
  const insertedRows = await sql.query('units.insert', INSERT, params)
  return insertedRows.length > 0
}

/** The driver whose row in the schedule shows the unit in the workshop. */
const SHOWING_UNIT = `select 'drivers', t.last_driver_id from units t where t.id = $1 and t.last_driver_id is not null`

/**
 * Deletes a unit and its defects without an inspection. Its client id remains, for `findDeletedRecord`. Devices receive
 * the driver who had it last again.
 */
export async function deleteUnit(sql: Sql, id: string, now: Date): Promise<void> {
  // Reports remain and keep showing the unit's number. A separate statement: deleting the row clears the reference.
  await sql.query(
    'units.keep_number',
    `update inspections i set unit_number = t.unit_number from units t
     where t.id = $1 and i.unit_id = t.id and t.unit_number <> t.id`,
    [id],
  )
  await sql.query(
    'units.delete',
    `with indirect as (${indirectChangeInsert(SHOWING_UNIT, '$2')}),
     gone as (delete from units where id = $1 returning id, client_id),
     loose as (delete from defects where unit_id = $1 and inspection_id is null)
     insert into deleted_units (client_id, unit_id)
     select client_id, id from gone where client_id is not null
     on conflict (client_id) do update set unit_id = excluded.unit_id`,
    [id, now.toISOString()],
  )
}

/** Sets the photo of a new unit. It comes after the insert because the file needs an existing owner. */
export async function setFirstPhoto(sql: Sql, id: string, photo: string): Promise<void> {
  await sql.query('units.first_photo', 'update units set photo = $2 where id = $1', [id, photo])
}
