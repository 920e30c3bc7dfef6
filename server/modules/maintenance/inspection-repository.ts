import type { ReportType, ServiceType } from '#contract/maintenance-choices.ts'
import type { RecordRef } from '#contract/record.ts'
import type { Sql } from '#server/db/db.ts'
import type { RecordStore } from '#server/records/change-record.ts'
import { type HistoryLog, historyInsert, historyParams } from '#server/records/history-log.ts'
import { instantText } from '#server/records/instant-sql.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { INSPECTION, INSPECTION_PEOPLE } from './inspection-json.ts'

/** What a person can change of an inspection, under the names of the change's body. */
export type InspectionFields = {
  /** What the unit is called, whether there still is one or not. */
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

/** Field, column and type. */
const COLUMNS = [
  ['transport', 'unit_name', 'text'],
  ['service_type', 'service_type', 'text'],
  ['due_date', 'due_date', 'date'],
  ['due_mileage', 'due_mileage', 'numeric'],
  ['note', 'note', 'text'],
  ['total_cost', 'total_cost', 'numeric'],
  ['fleet_manager', 'fleet_manager_id', 'integer'],
  ['approved_by', 'approved_by', 'integer'],
  ['approved_date', 'approved_date', 'date'],
  ['approved_at', 'approved_at', 'timestamptz'],
  ['approval_received_at', 'approval_received_at', 'timestamptz'],
  ['reviewed_by', 'reviewed_by', 'text'],
  ['reviewed_at', 'reviewed_at', 'timestamptz'],
] as const satisfies readonly (readonly [keyof InspectionFields, string, string])[]

const NAMES = COLUMNS.map(([, column]) => column).join(', ')
const READ = COLUMNS.map(([field, column, type]) => {
  return `${type === 'timestamptz' ? instantText(`i.${column}`) : `i.${column}`} as ${field}`
}).join(', ')
const GIVEN = COLUMNS.map(([field]) => `r.${field}`).join(', ')
/** `$2`: the fields as JSON. */
const ROW = `json_to_record($2::json) as r(${COLUMNS.map(([field, , type]) => `${field} ${type}`).join(', ')})`

/** The rest of what is known of an inspection while it is locked. */
export interface LockedReport {
  readonly id: number
  readonly report_type: ReportType
  readonly defects: number
  /** Of these such as keep a unit in the yard while they are open. */
  readonly majors: number
  /** `yyyy-MM-dd` */
  readonly date: string
  readonly unit_id: string | null
  readonly unit_name: string
}

/** The number of an inspection, by that or by what a device called it; null when there is none. */
export async function findInspectionId(sql: Sql, ref: RecordRef): Promise<number | null> {
  const isName = typeof ref === 'string'
  const [row] = await sql.query<{ id: number }>(
    isName ? 'inspections.id_by_name' : 'inspections.id',
    `select id from inspections where ${isName ? 'client_id = $1::uuid' : 'id = $1::bigint'}`,
    [ref],
  )
  return row?.id ?? null
}

/** What the unit of an inspection is called, read without a lock; null when there is no such inspection. */
export async function findUnitName(sql: Sql, id: number): Promise<string | null> {
  const [row] = await sql.query<{ unit_name: string }>(
    'inspections.unit_name',
    'select unit_name from inspections where id = $1::integer',
    [id],
  )
  return row?.unit_name ?? null
}

/** Locks an inspection and tells what of it no change names; null when there is none. */
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

/** Inspections as records that can be changed. */
export const inspectionStore: RecordStore<InspectionFields> = {
  area: 'maintenance',

  async lock(sql, ref) {
    const [row] = await sql.query<InspectionFields & { readonly id: number; readonly version: number }>(
      'inspections.lock',
      `select i.id, i.version, ${READ} from inspections i where i.id = $1::integer for no key update`,
      [ref],
    )
    if (!row) return null
    const { id, version, ...fields } = row
    return { id, version, fields }
  },

  async write(sql, id, fields, log) {
    // A unit that is gone stays what it was called; of another one its kind and model come along.
    const rows = await sql.query<{ version: number }>(
      'inspections.write',
      `with i as (
         update inspections i set (${NAMES}) = (select ${GIVEN} from ${ROW}), version = i.version + 1,
           unit_id = t.id, unit_kind = coalesce(t.kind, i.unit_kind), unit_model = coalesce(t.transport_model, i.unit_model)
         from (select 1) one left join units t on t.id = (select r.transport from ${ROW})
         where i.id = $1::integer returning i.version),
       logged as (${historyInsert(3, '$1')})
       select version from i`,
      [id, JSON.stringify(fields), ...historyParams(log)],
    )
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

/** A new inspection; numbers and days are judged. */
export interface NewInspectionRow extends InspectionFields {
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

/** Makes an inspection and logs it; answers its number. It is not yet known to be the latest of its kind. */
export async function insertInspection(sql: Sql, row: NewInspectionRow, log: HistoryLog): Promise<number> {
  const [made] = await sql.query<{ id: number }>(
    'inspections.insert',
    `with made as (
     insert into inspections (client_id, date, unit_id, unit_kind, unit_model, report_type, career, odometer, checklist,
       created_by, made_at, received_at, is_latest, ${NAMES})
     select n.client_id, n.date, r.transport, n.unit_kind, n.unit_model, n.report_type, n.career, n.odometer, n.checklist,
       n.created_by, n.made_at, n.received_at, false, ${GIVEN}
     from json_to_record($1::json) as n(client_id uuid, date date, unit_kind text, unit_model text, report_type text,
       career text, odometer numeric, checklist jsonb, created_by integer, made_at timestamptz, received_at timestamptz),
       ${ROW.replace('$2', '$1')}
     returning id),
     logged as (${historyInsert(2, 'made.id')}, made)
     select id from made`,
    [JSON.stringify(row), ...historyParams(log)],
  )
  if (!made) throw new Error('inspections.insert: no answer')
  return made.id
}

/** Which reports have no later one of their unit and service type. */
export interface ReportPair {
  /** What the unit is called. */
  readonly unit: string
  readonly service: ServiceType
}

/**
 * Says anew which report of a unit and a service type is the latest: the one made last, whichever arrived first, for a
 * device sends one without photos past one with many. The unit is locked, or gone: reports of one that was deleted are no
 * reports of another one that is called the same by now.
 */
export async function refreshLatest(sql: Sql, { unit, service }: ReportPair): Promise<void> {
  await sql.query(
    'inspections.latest',
    `with latest as (
       select distinct on (unit_id) id from inspections where unit_name = $1 and service_type = $2
       order by unit_id, date desc, coalesce(made_at, received_at) desc, id desc)
     update inspections i set is_latest = (i.id in (select id from latest))
     where i.unit_name = $1 and i.service_type = $2 and i.is_latest <> (i.id in (select id from latest))`,
    [unit, service],
  )
}

/** Deletes an inspection with all that belongs to it; what a device called it is kept for `findDeleted`. */
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
