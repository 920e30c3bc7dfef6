import { crossFieldErrors, type InspectionChange } from '#contract/maintenance/inspection-changes.ts'
import { hasDueMileage } from '#contract/maintenance/maintenance-choices.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { unitIdOf } from '#server/modules/units/unit-service.ts'
import { type ChangeRequest, changeRecord, type RecordStore } from '#server/records/change-record.ts'
import type { HistoryLog } from '#server/records/history-log.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import type { RequestedFields } from '#server/records/merge.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { attachFiles } from './attachment-service.ts'
import { moveDefects } from './defect-repository.ts'
import { type InspectionFields, inspectionStore, type LockedReport, refreshLatest } from './inspection-repository.ts'
import {
  approvalOf,
  getInspectionId,
  type InspectionChanger,
  missingUnitProblem,
  plausibleInstant,
  refuseManager,
  roundToCents,
} from './inspection-service.ts'
import { lockReportWithUnits, type ReportWithUnits } from './lock-report.ts'
import { updateUnitFromReports } from './unit-consequences.ts'

/** The body of a change as fields of the record. */
function requestedFields(
  body: InspectionChange,
  transport: string | undefined,
  by: InspectionChanger,
  now: Date,
): RequestedFields<InspectionFields> {
  const { approved_by, approved_date, approved_at, files: _, transport: __, reviewed_at, total_cost, ...fields } = body
  const isApproval = approved_by != null || approved_date != null
  return {
    ...fields,
    transport,
    ...(total_cost !== undefined && { total_cost: roundToCents(total_cost) }),
    ...(isApproval && approvalOf({ approved_by, approved_date, ...(approved_at && { approved_at }) }, by.user, now)),
    ...(body.reviewed_by !== undefined && {
      reviewed_at:
        body.reviewed_by === null ? null : plausibleInstant(reviewed_at ?? now.toISOString(), now).toISOString(),
    }),
  }
}

const APPROVAL = ['approved_by', 'approved_date', 'approved_at'] as const

/** Throws a 400 when the unit that the report belongs to, or moves to, does not exist any more. */
async function refuseMissingUnit(sql: Sql, { report, units }: ReportWithUnits, to: string | undefined): Promise<void> {
  const isGone =
    to === undefined || to === report.unit_name ? report.unit_id === null : !units.some((unit) => unit.id === to)
  if (isGone) throw await missingUnitProblem(sql, to ?? report.unit_name)
}

/**
 * The changes that a change implies. Throws a 400 by field for a changed approval and for fields that contradict each
 * other.
 */
function impliedChanges(
  differs: Partial<InspectionFields>,
  current: InspectionFields,
  { report, now }: { readonly report: LockedReport; readonly now: Date },
): Partial<InspectionFields> {
  if (current.approved_date !== null && APPROVAL.some((field) => field in differs))
    throw invalid({ approved_by: ['An approval is fixed once it is saved.'] })
  const whole = { ...current, ...differs }
  const hasMiles = hasDueMileage(whole.service_type)
  const implied: Partial<InspectionFields> = {
    ...('service_type' in differs &&
      !('due_mileage' in differs) &&
      hasMiles !== (whole.due_mileage !== null) && { due_mileage: hasMiles ? 0 : null }),
    ...('approved_date' in differs && { approval_received_at: now.toISOString() }),
  }
  const allErrors = crossFieldErrors({
    ...whole,
    ...implied,
    report_type: report.report_type,
    defects: Array(report.defects).fill(null),
  })
  // Only the fields of this change are refused, not contradictions that were stored before.
  const fieldErrors = allErrors.filter(
    ([field]) => field in differs || (field === 'report_type' && 'service_type' in differs),
  )
  if (fieldErrors.length > 0)
    throw invalid(
      Object.fromEntries(
        fieldErrors.map(([field, message]) => [field === 'report_type' ? 'service_type' : field, [message]]),
      ),
    )
  return implied
}

/** The fields of a report that affect its unit. */
const UNIT_FIELDS: readonly string[] = ['transport', 'service_type', 'due_date']

/** The values of the changed fields before the change. */
const valuesBefore = ({ changes }: HistoryLog, fields: readonly string[]) =>
  Object.fromEntries(changes.filter(({ field }) => fields.includes(field)).map(({ field, from }) => [field, from]))

const unitReport = ({ transport, service_type, due_date }: InspectionFields, { date, majors }: LockedReport) => ({
  ...{ unit: transport, service: service_type, date, due_date, majors },
})

/**
 * After a change of `UNIT_FIELDS`: moves the defects, and updates the latest reports and the units before and after.
 */
async function updateUnits(
  sql: Sql,
  { report, units }: ReportWithUnits,
  fields: InspectionFields,
  log: HistoryLog,
): Promise<void> {
  const after = unitReport(fields, report)
  // The log contains the previous values of these fields, in their types.
  const before = unitReport({ ...fields, ...(valuesBefore(log, UNIT_FIELDS) as Partial<InspectionFields>) }, report)
  if (before.unit !== after.unit) await moveDefects(sql, report.id, after.unit)
  await refreshLatest(sql, before, log.author.now)
  await refreshLatest(sql, after, log.author.now)
  for (const unit of units)
    await updateUnitFromReports(sql, log.author, unit, {
      added: unit.id === after.unit ? after : null,
      removed: unit.id === before.unit ? before : null,
    })
}

/** The inspection store, extended to update the units as well. */
function storeWithUnits(locked: ReportWithUnits): RecordStore<InspectionFields> {
  return {
    ...inspectionStore,
    async write(sql, id, fields, log) {
      await inspectionStore.write(sql, id, fields, log)
      // A note or a signature does not affect the unit. Dates that a user has set there by hand since then stay.
      if (log.changes.some(({ field }) => UNIT_FIELDS.includes(field))) await updateUnits(sql, locked, fields, log)
      const written = await inspectionStore.find(sql, id)
      if (!written) throw new Error(`inspection ${id} vanished while it was locked`)
      return written
    },
  }
}

/**
 * Changes some fields of an inspection, and attaches files. Throws 404, 412 (see `changeRecord`), and 400 by field: for
 * a unit that does not exist (any more), for fields that contradict each other, and for a file that can't be attached.
 */
export async function changeInspection(
  request: ChangeRequest,
  by: InspectionChanger,
  ref: RecordRef,
  body: InspectionChange,
): Promise<RecordText> {
  const { sql, author } = request
  const id = await getInspectionId(sql, ref)
  const transport = body.transport === undefined ? undefined : await unitIdOf(sql, body.transport)
  const locked = await lockReportWithUnits(sql, id, transport)
  await refuseMissingUnit(sql, locked, transport)
  await refuseManager(sql, body.fleet_manager)
  const requested = requestedFields(body, transport, by, author.now)
  const changed = await changeRecord(request, storeWithUnits(locked), id, requested, (differs, current) =>
    impliedChanges(differs, current, { report: locked.report, now: author.now }),
  )
  const attached = await attachFiles(sql, { files: by.files, user: by.user.id, now: author.now }, id, body.files ?? [])
  if (attached.length === 0) return changed
  const changes = [{ field: 'attachments', from: null, to: attached.join(', ') }]
  await logLinkedChange(sql, { area: 'maintenance', id, author, changes })
  return (await inspectionStore.find(sql, id)) ?? changed
}
