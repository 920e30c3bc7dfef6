import { type InspectionChange, refusedOf } from '#contract/maintenance/inspection-changes.ts'
import { hasDueMileage } from '#contract/maintenance/maintenance-choices.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { idOf } from '#server/modules/units/unit-service.ts'
import { type ChangeRequest, changeRecord, type RecordStore } from '#server/records/change-record.ts'
import type { HistoryLog } from '#server/records/history-log.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import type { Asked } from '#server/records/merge.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { attachFiles } from './attachment-service.ts'
import { moveDefects } from './defect-repository.ts'
import { type InspectionFields, inspectionStore, type LockedReport, refreshLatest } from './inspection-repository.ts'
import {
  approvalOf,
  getInspectionId,
  type Inspector,
  notAfter,
  refuseManager,
  unitMissing,
  wholeCents,
} from './inspection-service.ts'
import { lockPlace, type Place } from './lock-place.ts'
import { noteUnit } from './unit-consequences.ts'

/** The fields as the record knows them; an approval that is there is fixed. */
function askedOf(
  body: InspectionChange,
  transport: string | undefined,
  by: Inspector,
  now: Date,
): Asked<InspectionFields> {
  const { approved_by, approved_date, approved_at, files: _, transport: __, reviewed_at, total_cost, ...fields } = body
  const isApproval = approved_by != null || approved_date != null
  return {
    ...fields,
    transport,
    ...(total_cost !== undefined && { total_cost: wholeCents(total_cost) }),
    ...(isApproval && approvalOf({ approved_by, approved_date, ...(approved_at && { approved_at }) }, by.user, now)),
    ...(body.reviewed_by !== undefined && {
      reviewed_at: body.reviewed_by === null ? null : notAfter(reviewed_at ?? now.toISOString(), now).toISOString(),
    }),
  }
}

const APPROVAL = ['approved_by', 'approved_date', 'approved_at'] as const

/** Throws a 400 where the unit that the report is of, or shall be of, is gone. */
async function refuseGone(sql: Sql, { report, units }: Place, to: string | undefined): Promise<void> {
  const isGone =
    to === undefined || to === report.unit_name ? report.unit_id === null : !units.some((unit) => unit.id === to)
  if (isGone) throw await unitMissing(sql, to ?? report.unit_name)
}

/** What follows from a change; throws a 400 by field for what does not go together then. */
function completed(
  differs: Partial<InspectionFields>,
  current: InspectionFields,
  { report, now }: { readonly report: LockedReport; readonly now: Date },
): Partial<InspectionFields> {
  if (current.approved_date !== null && APPROVAL.some((field) => field in differs))
    throw invalid({ approved_by: ['An approval is fixed once it is saved.'] })
  const whole = { ...current, ...differs }
  const hasMiles = hasDueMileage(whole.service_type)
  const follows: Partial<InspectionFields> = {
    ...('service_type' in differs &&
      !('due_mileage' in differs) &&
      hasMiles !== (whole.due_mileage !== null) && { due_mileage: hasMiles ? 0 : null }),
    ...('approved_date' in differs && { approval_received_at: now.toISOString() }),
  }
  const refused = refusedOf({
    ...whole,
    ...follows,
    report_type: report.report_type,
    defects: Array(report.defects).fill(null),
  })
  // What was wrong before is nothing that this change can mend.
  const named = refused.filter(([field]) => field in differs || (field === 'report_type' && 'service_type' in differs))
  if (named.length > 0)
    throw invalid(
      Object.fromEntries(
        named.map(([field, message]) => [field === 'report_type' ? 'service_type' : field, [message]]),
      ),
    )
  return follows
}

/** The fields of a report that its unit goes by. */
const GOES_BY: readonly string[] = ['transport', 'service_type', 'due_date']

/** What stood in fields before a change of them. */
const former = ({ changes }: HistoryLog, fields: readonly string[]) =>
  Object.fromEntries(changes.filter(({ field }) => fields.includes(field)).map(({ field, from }) => [field, from]))

const reportOf = ({ transport, service_type, due_date }: InspectionFields, { date, majors }: LockedReport) => ({
  ...{ unit: transport, service: service_type, date, due_date, majors },
})

/** What hangs on the report goes along with a change of what its unit goes by. */
async function moveAlong(sql: Sql, { report, units }: Place, fields: InspectionFields, log: HistoryLog): Promise<void> {
  const after = reportOf(fields, report)
  // What the log holds for these fields is what they were.
  const before = reportOf({ ...fields, ...(former(log, GOES_BY) as Partial<InspectionFields>) }, report)
  if (before.unit !== after.unit) await moveDefects(sql, report.id, after.unit)
  await refreshLatest(sql, before)
  await refreshLatest(sql, after)
  for (const unit of units)
    await noteUnit(sql, log.author, unit, {
      came: unit.id === after.unit ? after : null,
      went: unit.id === before.unit ? before : null,
    })
}

/** A store that writes what follows for the units too. */
function storeWithUnits(place: Place): RecordStore<InspectionFields> {
  return {
    ...inspectionStore,
    async write(sql, id, fields, log) {
      await inspectionStore.write(sql, id, fields, log)
      // A note or a signature says nothing of the unit: what somebody has set there by hand since stays.
      if (log.changes.some(({ field }) => GOES_BY.includes(field))) await moveAlong(sql, place, fields, log)
      const written = await inspectionStore.find(sql, id)
      if (!written) throw new Error(`inspection ${id} vanished while it was locked`)
      return written
    },
  }
}

/**
 * Changes some fields of an inspection, and attaches files. Throws 404, 412 (see `changeRecord`), and 400 by field: for a unit
 * that there is not (any more), for what does not go together, for a file that can't be attached.
 */
export async function changeInspection(
  request: ChangeRequest,
  by: Inspector,
  ref: RecordRef,
  body: InspectionChange,
): Promise<RecordText> {
  const { sql, author } = request
  const id = await getInspectionId(sql, ref)
  const transport = body.transport === undefined ? undefined : await idOf(sql, body.transport)
  const place = await lockPlace(sql, id, transport)
  await refuseGone(sql, place, transport)
  await refuseManager(sql, body.fleet_manager)
  const asked = askedOf(body, transport, by, author.now)
  const changed = await changeRecord(request, storeWithUnits(place), id, asked, (differs, current) =>
    completed(differs, current, { report: place.report, now: author.now }),
  )
  const attached = await attachFiles(sql, { files: by.files, user: by.user.id, now: author.now }, id, body.files ?? [])
  if (attached.length === 0) return changed
  const changes = [{ field: 'attachments', from: null, to: attached.join(', ') }]
  await noteLinkedChange(sql, { area: 'maintenance', id, author, changes })
  return (await inspectionStore.find(sql, id)) ?? changed
}
