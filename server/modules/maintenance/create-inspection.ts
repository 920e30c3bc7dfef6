import type { NewInspection } from '#contract/maintenance/inspection-changes.ts'
import { invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { unitIdOf } from '#server/modules/units/unit-service.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { findCreated, isClientIdTaken } from '#server/records/client-id-lookup.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { attachFiles } from './attachment-service.ts'
import { insertDefects } from './defect-repository.ts'
import { type InspectedUnit, lockInspectedUnits, milesOn } from './inspected-unit-repository.ts'
import {
  findInspectionId,
  insertInspection,
  inspectionStore,
  type NewInspectionRow,
  refreshLatest,
} from './inspection-repository.ts'
import {
  type Approval,
  approvalOf,
  deletionProblem,
  type InspectionChanger,
  missingUnitProblem,
  plausibleInstant,
  refuseManager,
  roundToCents,
} from './inspection-service.ts'
import { updateUnitFromReports } from './unit-consequences.ts'

export type CreatedInspection = RecordText & { readonly isNew: boolean }

/**
 * The company's date of the inspection: from `made_at` if the device sent it, else the date of the approval, else
 * today.
 */
function dayOf({ made_at }: NewInspection, { approved_date }: Approval, now: Date): string {
  if (made_at !== undefined) return chicagoDay(plausibleInstant(made_at, now))
  return approved_date ?? chicagoDay(now)
}

async function odometerOf(sql: Sql, body: NewInspection, unit: InspectedUnit, day: string): Promise<number | null> {
  if (body.odometer_is_last_known) return milesOn(sql, unit, day)
  return body.odometer ?? null
}

/** The row of a new report. An oil change without a due mileage gets 0. */
function rowOf(
  body: NewInspection,
  unit: InspectedUnit,
  approval: Approval,
): Omit<NewInspectionRow, 'date' | 'odometer' | 'created_by' | 'received_at' | 'made_at' | 'approval_received_at'> {
  const { client_id = null, service_type, report_type, career, note, checklist, fleet_manager } = body
  return {
    ...{ client_id, service_type, report_type, career, note, checklist, fleet_manager },
    ...approval,
    transport: unit.id,
    unit_kind: unit.kind,
    unit_model: unit.transport_model,
    total_cost: roundToCents(body.total_cost),
    due_date: body.due_date ?? null,
    due_mileage: service_type === 'oil_change' ? (body.due_mileage ?? 0) : null,
    reviewed_by: null,
    reviewed_at: null,
  }
}

async function insert(
  request: ChangeRequest,
  by: InspectionChanger,
  body: NewInspection,
  unit: InspectedUnit,
): Promise<{ id: number; date: string }> {
  const { sql, author } = request
  const { now } = author
  const approval = approvalOf(body, by.user, now)
  const date = dayOf(body, approval, now)
  const row = {
    ...rowOf(body, unit, approval),
    date,
    odometer: await odometerOf(sql, body, unit, date),
    created_by: by.user.id,
    made_at: body.made_at === undefined ? null : plausibleInstant(body.made_at, now).toISOString(),
    received_at: now.toISOString(),
    approval_received_at: approval.approved_date === null ? null : now.toISOString(),
  }
  const loggable = { ...row, defects: body.defects.length, files: body.files.length }
  const {
    client_id: _,
    unit_kind: __,
    unit_model: ___,
    checklist: ____,
    received_at: _____,
    approval_received_at: ______,
    ...logged
  } = loggable
  const changes = Object.entries(logged)
    .filter(([, to]) => to !== null && to !== '' && to !== 0)
    .map(([field, to]) => ({ field, from: null, to }))
  const id = await insertInspection(sql, row, { area: 'maintenance', version: 1, author, changes })
  const found = { inspection: id, unit: unit.id, found_on: date, defects: body.defects }
  await insertDefects(sql, found).catch((error: unknown) => {
    if (isClientIdTaken(error)) throw invalid({ defects: ['One of these names already belongs to another defect.'] })
    throw error
  })
  return { id, date }
}

/**
 * Creates an inspection. A known `client_id` returns the existing inspection with `isNew` false: the device sent the
 * request before. Throws 400 by field.
 */
export async function createInspection(
  request: ChangeRequest,
  by: InspectionChanger,
  body: NewInspection,
): Promise<CreatedInspection> {
  const { sql, author } = request
  const known = await findCreated(sql, body.client_id, {
    find: (name) => findInspectionId(sql, name),
    refusal: (name) => deletionProblem(sql, name),
    answer: (id) => inspectionStore.find(sql, id),
  })
  if (known) return known
  const [unit] = await lockInspectedUnits(sql, [await unitIdOf(sql, body.transport)])
  if (!unit) throw await missingUnitProblem(sql, body.transport)
  await refuseManager(sql, body.fleet_manager)
  const { id, date } = await insert(request, by, body, unit)
  await attachFiles(sql, { files: by.files, user: by.user.id, now: author.now }, id, body.files)
  await refreshLatest(sql, { unit: unit.id, service: body.service_type }, author.now)
  const majors = body.defects.filter(({ urgency }) => urgency === 'major').length
  const added = { service: body.service_type, date, due_date: body.due_date ?? null, majors }
  await updateUnitFromReports(sql, author, unit, { added, removed: null })
  const inspection = await inspectionStore.find(sql, id)
  if (!inspection) throw new Error(`inspection ${id} vanished while being made`)
  return { ...inspection, isNew: true }
}
