import type { RecordRef } from '#contract/wire/record.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import { deleteInspection, inspectionStore, refreshLatest } from './inspection-repository.ts'
import { getInspectionId } from './inspection-service.ts'
import { lockReportWithUnits } from './lock-report.ts'
import { updateUnitFromReports } from './unit-consequences.ts'

/**
 * Deletes an inspection with its defects, comments and attachments. Throws 404, and 412 when another user has changed
 * it since the user saw it.
 */
export async function removeInspection(request: ChangeRequest, ref: RecordRef): Promise<void> {
  const { sql, author } = request
  const id = await getInspectionId(sql, ref)
  const { report, units } = await lockReportWithUnits(sql, id)
  const { fields } = await lockForRemoval(request, inspectionStore, id, 'inspection')
  const { transport, service_type: service, due_date } = fields
  // Logged before the row is deleted, so that clients that show the inspection are notified.
  await logLinkedChange(sql, {
    area: 'maintenance',
    id,
    author,
    changes: [{ field: 'is_deleted', from: false, to: true }],
  })
  await deleteInspection(sql, id)
  await refreshLatest(sql, { unit: transport, service }, author.now)
  const [unit] = units
  if (unit) await updateUnitFromReports(sql, author, unit, { added: null, removed: { ...report, service, due_date } })
}
