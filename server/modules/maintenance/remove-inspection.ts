import type { RecordRef } from '#contract/wire/record.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import { deleteInspection, inspectionStore, refreshLatest } from './inspection-repository.ts'
import { getInspectionId } from './inspection-service.ts'
import { lockPlace } from './lock-place.ts'
import { noteUnit } from './unit-consequences.ts'

/**
 * Deletes an inspection with its defects, comments and attachments. Throws 404, and 412 when somebody else has changed it since
 * the person looked.
 */
export async function removeInspection(request: ChangeRequest, ref: RecordRef): Promise<void> {
  const { sql, author } = request
  const id = await getInspectionId(sql, ref)
  const { report, units } = await lockPlace(sql, id)
  const { fields } = await lockForRemoval(request, inspectionStore, id, 'inspection')
  const { transport, service_type: service, due_date } = fields
  // Before the row is gone: whoever shows it hears of it.
  await noteLinkedChange(sql, {
    area: 'maintenance',
    id,
    author,
    changes: [{ field: 'is_deleted', from: false, to: true }],
  })
  await deleteInspection(sql, id)
  await refreshLatest(sql, { unit: transport, service })
  const [unit] = units
  if (unit) await noteUnit(sql, author, unit, { came: null, went: { ...report, service, due_date } })
}
