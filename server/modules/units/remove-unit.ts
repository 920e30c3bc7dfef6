import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import { impliedAssignment, lockAssignment, logDriverChanges } from './unit-assignment.ts'
import { deleteUnit, unitStore } from './unit-record-repository.ts'
import { getUnitId, type UnitRef, unitVisibility } from './unit-service.ts'

/**
 * Deletes a unit. Its driver is left without a unit of that kind. Its tolls, fuel rows and inspections remain. Throws
 * 404, 400 while its driver is in Firing, and 412 when another user has changed the unit since the user saw it.
 */
export async function removeUnit(request: ChangeRequest, by: CurrentUser, unit: UnitRef): Promise<void> {
  const { sql, author } = request
  const { kind } = unit
  const id = await getUnitId(sql, unit)
  const locked = await lockAssignment(sql, { kind, id, status: undefined, driver: null, had: undefined })
  const { fields } = await lockForRemoval(request, unitStore(kind, unitVisibility(by, author.now)), id, kind)
  // Called only to refuse a driver in Firing.
  impliedAssignment(locked, fields)
  await logDriverChanges(sql, { author }, kind, { id, from: fields.driver, to: null, freedUnit: null })
  // Logged before the row is deleted, so that clients that show the unit are notified.
  const changes = [{ field: 'is_deleted', from: false, to: true }]
  await logLinkedChange(sql, { area: `${kind}s`, id, author, changes })
  await deleteUnit(sql, id, author.now)
}
