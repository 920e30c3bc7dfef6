import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import { followsFrom, lockPlace, noteDrivers } from './unit-placing.ts'
import { deleteUnit, unitStore } from './unit-record-repository.ts'
import { getUnitId, sightOf, type UnitRef } from './unit-service.ts'

/**
 * Deletes a unit. Its driver has none then; tolls and fuel stay in the books without it, and its inspections. Throws 404, 400 while
 * its driver is in Firing, and 412 when somebody else has changed the unit since the person looked.
 */
export async function removeUnit(request: ChangeRequest, by: CurrentUser, unit: UnitRef): Promise<void> {
  const { sql, author } = request
  const { kind } = unit
  const id = await getUnitId(sql, unit)
  const locked = await lockPlace(sql, { kind, id, status: undefined, driver: null, had: undefined })
  const { fields } = await lockForRemoval(request, unitStore(kind, sightOf(by, author.now)), id, kind)
  // Refuses for a driver in Firing.
  followsFrom(locked, fields)
  await noteDrivers(sql, { author }, kind, { id, from: fields.driver, to: null, had: null })
  // Before the row is gone: whoever shows it hears of it.
  const changes = [{ field: 'is_deleted', from: false, to: true }]
  await noteLinkedChange(sql, { area: `${kind}s`, id, author, changes })
  await deleteUnit(sql, id)
}
