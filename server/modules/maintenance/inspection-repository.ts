import type { InspectionChange, NewInspection } from '#contract/maintenance/inspection-changes.ts'
import type { ReportType, ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'
import { HISTORY_PARAMS, type HistoryLog, historyInsert, historyParams } from '#server/records/history-log.ts'
import { namedParams } from '#server/records/named-params.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { indirectChangeInsert } from '#server/records/sync/indirect-changes.ts'
import { INSPECTION, INSPECTION_PEOPLE } from './inspection-json.ts'

/**
 * The fields of an inspection that users can change, named as in the body of the change. Files are stored separately.
 */
export type InspectionFields = StoredFields<
  Exclude<keyof InspectionChange, 'files'>,
  {
    /** The id of the unit. It remains when the unit is deleted. */
    readonly transport: string
    readonly service_type: ServiceType
    readonly due_date: string | null
    readonly due_mileage: number | null
    readonly note: string
    readonly total_cost: number
    readonly fleet_manager: number | null
    readonly approved_by: number | null
    readonly approved_date: string | null
    readonly approved_at: string | null
    readonly approval_received_at: string | null
    readonly reviewed_by: string | null
    readonly reviewed_at: string | null
  }
>

const COLUMNS = columnsOf<InspectionFields>({
  transport: ['unit_name', 'text'],
  service_type: 'text',
  due_date: 'date',
  due_mileage: 'numeric',
  note: 'text',
  total_cost: 'numeric',
  fleet_manager: ['fleet_manager_id', 'integer'],
  approved_by: 'integer',
  approved_date: 'date',
  approved_at: 'timestamptz',
  approval_received_at: 'timestamptz',
  reviewed_by: 'text',
  reviewed_at: 'timestamptz',
})

/** The fields that never change after the inspection is created. */
interface FixedFields {
  readonly client_id: string | null
  readonly date: string
  readonly unit_kind: string
  readonly unit_model: string
  readonly report_type: ReportType
  readonly career: string
  readonly odometer: number | null
  readonly checklist: readonly unknown[]
  readonly created_by: number
  readonly made_at: string | null
  readonly received_at: string
}

const FIXED = columnsOf<FixedFields>({
  client_id: 'uuid',
  date: 'date',
  unit_kind: 'text',
  unit_model: 'text',
  report_type: 'text',
  career: 'text',
  odometer: 'numeric',
  checklist: 'jsonb',
  created_by: 'integer',
  made_at: 'timestamptz',
  received_at: 'timestamptz',
})

/** A new inspection whose numbers and dates have been checked. Its defects and files are stored separately. */
export type NewInspectionRow = StoredFields<
  Exclude<keyof NewInspection, 'odometer_is_last_known' | 'defects' | 'files'>,
  InspectionFields & FixedFields
>

const WRITE_PARAMS = namedParams('id', 'fields', ...HISTORY_PARAMS)
// A deleted unit keeps its name, kind and model here. Another unit brings its own kind and model.
const WRITE = `
  with i as (
    update inspections i set ${COLUMNS.set(WRITE_PARAMS.$.fields)}, version = i.version + 1,
      unit_id = t.id, unit_kind = coalesce(t.kind, i.unit_kind), unit_model = coalesce(t.transport_model, i.unit_model)
    from (select 1) one left join units t on t.id = (select r.transport from ${COLUMNS.row(WRITE_PARAMS.$.fields)})
    where i.id = ${WRITE_PARAMS.$.id}::integer returning i.version),
  logged as (${historyInsert(WRITE_PARAMS.$, WRITE_PARAMS.$.id)})
  select version from i`

const INSERT_PARAMS = namedParams('fixed', 'fields', ...HISTORY_PARAMS)
const INSERT = `
  with made as (
    insert into inspections (unit_id, is_latest, ${FIXED.names}, ${COLUMNS.names})
    select r.transport, false, ${FIXED.rowFields('n')}, ${COLUMNS.rowFields()}
    from ${FIXED.row(INSERT_PARAMS.$.fixed, 'n')}, ${COLUMNS.row(INSERT_PARAMS.$.fields)}
    returning id),
  logged as (${historyInsert(INSERT_PARAMS.$, 'made.id')}, made)
  select id from made`

/** The fields of a locked inspection that are not part of `InspectionFields`, and its unit. */
export interface LockedReport {
  readonly id: number
  readonly report_type: ReportType
  readonly defects: number
  /** How many of the defects are major. An open major defect keeps the unit in the yard. */
  readonly majors: number
  /** `yyyy-MM-dd` */
  readonly date: string
  readonly unit_id: string | null
  readonly unit_name: string
}

/** The id of an inspection, by that id or its client id; null when it does not exist. */
export async function findInspectionId(sql: Sql, ref: RecordRef): Promise<number | null> {
  const isName = typeof ref === 'string'
  const [row] = await sql.query<{ id: number }>(
    isName ? 'inspections.id_by_name' : 'inspections.id',
    `select id from inspections where ${isName ? 'client_id = $1::uuid' : 'id = $1::bigint'}`,
    [ref],
  )
  return row?.id ?? null
}

/** The id of an inspection's unit, read without a lock; null when the inspection does not exist. */
export async function findUnitName(sql: Sql, id: number): Promise<string | null> {
  const [row] = await sql.query<{ unit_name: string }>(
    'inspections.unit_name',
    'select unit_name from inspections where id = $1::integer',
    [id],
  )
  return row?.unit_name ?? null
}

/** Locks an inspection and reads what `inspectionStore` does not; null when it does not exist. */
export async function lockReport(sql: Sql, id: number): Promise<LockedReport | null> {
  const [row] = await sql.query<LockedReport>(
    'inspections.lock_report',
    `select i.id, i.report_type, i.unit_id, i.unit_name, i.date,
       (select count(*)::integer from defects d where d.inspection_id = i.id) as defects,
       (select count(*)::integer from defects d where d.inspection_id = i.id and d.urgency = 'major') as majors
     from inspections i where i.id = $1::integer for no key update`,
    [id],
  )
  return row ?? null
}

/** The record store of inspections. */
export const inspectionStore: RecordStore<InspectionFields> = {
  area: 'maintenance',

  async lock(sql, ref) {
    const [row] = await sql.query<InspectionFields & { readonly id: number; readonly version: number }>(
      'inspections.lock',
      `select i.id, i.version, ${COLUMNS.read('i')} from inspections i where i.id = $1::integer for no key update`,
      [ref],
    )
    if (!row) return null
    const { id, version, ...fields } = row
    return { id, version, fields }
  },

  async write(sql, id, fields, log) {
    const params = WRITE_PARAMS.valuesOf({ id, fields: COLUMNS.json(fields), ...historyParams(log) })
    const rows = await sql.query<{ version: number }>('inspections.write', WRITE, params)
    const written = rows.length > 0 ? await inspectionStore.find(sql, id) : null
    if (!written) throw new Error(`inspection ${id} vanished while it was locked`)
    return written
  },

  async find(sql, ref) {
    const [row] = await sql.query<RecordText>(
      'inspections.find',
      `select ${INSPECTION}::text as text, i.version from inspections i ${INSPECTION_PEOPLE} where i.id = $1::integer`,
      [ref],
    )
    return row ?? null
  },
}

/** Inserts an inspection, logs it and returns its id. The caller must then call `refreshLatest`. */
export async function insertInspection(sql: Sql, row: NewInspectionRow, log: HistoryLog): Promise<number> {
  const params = INSERT_PARAMS.valuesOf({ fixed: FIXED.json(row), fields: COLUMNS.json(row), ...historyParams(log) })
  const [made] = await sql.query<{ id: number }>('inspections.insert', INSERT, params)
  if (!made) throw new Error('inspections.insert: no answer')
  return made.id
}

/** A unit and a service type: exactly one of their reports is the latest. */
export interface ReportPair {
  /** The id of the unit. */
  readonly unit: string
  readonly service: ServiceType
}

/**
 * Recomputes which report of a unit and a service type is the latest: the report that was created last. The order of
 * arrival does not count, because a device sends a report without photos ahead of an earlier one with many photos. The
 * unit must be locked or deleted. Reports of a deleted unit are separate from reports of a newer unit with the same id.
 */
export async function refreshLatest(sql: Sql, { unit, service }: ReportPair, now: Date): Promise<void> {
  await sql.query(
    'inspections.latest',
    `with latest as (
       select distinct on (unit_id) id from inspections where unit_name = $1 and service_type = $2
       order by unit_id, date desc, coalesce(made_at, received_at) desc, id desc),
     refreshed as (
       update inspections i set is_latest = (i.id in (select id from latest))
       where i.unit_name = $1 and i.service_type = $2 and i.is_latest <> (i.id in (select id from latest)) returning id)
     ${indirectChangeInsert(`select 'maintenance', id from refreshed`, '$3')}`,
    [unit, service, now.toISOString()],
  )
}

/** Deletes an inspection with everything that belongs to it. Its client id remains, for `findDeletedRecord`. */
export async function deleteInspection(sql: Sql, id: number): Promise<void> {
  await sql.query(
    'inspections.delete',
    `with gone as (delete from inspections where id = $1::integer returning id, client_id)
     insert into deleted_inspections (client_id, inspection_id)
     select client_id, id from gone where client_id is not null
     on conflict (client_id) do update set inspection_id = excluded.inspection_id`,
    [id],
  )
}

/** Whether a user can be chosen as fleet manager: has that role and is active. */
export async function isFleetManager(sql: Sql, id: number): Promise<boolean> {
  const rows = await sql.query(
    'inspections.manager',
    `select 1 from users where id = $1::bigint and role = 'fleet_manager' and is_active`,
    [id],
  )
  return rows.length > 0
}
