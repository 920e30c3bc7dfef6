import type { CurrentUser } from '#contract/current-user.ts'
import type { Sql } from '#server/db/db.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { lockForRemoval } from '#server/records/lock-for-removal.ts'
import { findMarkedSince, keepFormerMarks, MARKS } from './former-mark-repository.ts'
import { followsFrom, lockPlace, noteDrivers } from './unit-placing.ts'
import { deleteUnit, type UnitFields, unitStore } from './unit-record-repository.ts'
import { getUnitId, sightOf, type UnitRef } from './unit-service.ts'

/**
 * Deletes a unit. Its driver has none then; tolls and fuel stay in the books without it, its defects go. Throws 404, 400 while
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
  await keepMarks(sql, { kind, ref: id }, fields, author.now)
  // Before the row is gone: whoever shows it hears of it.
  const changes = [{ field: 'is_deleted', from: false, to: true }]
  await noteLinkedChange(sql, { area: `${kind}s`, id, author, changes })
  await deleteUnit(sql, id)
}

/** What was paid on the days of this unit, and is told only later, is not of whoever gets its plate or number next. */
async function keepMarks(sql: Sql, { kind, ref }: UnitRef, fields: UnitFields, now: Date): Promise<void> {
  const since = await findMarkedSince(sql, kind, ref)
  const written = { ...fields, id: ref }
  const marks = MARKS.flatMap((field) => {
    const from = since.get(field)
    const mark = written[field]
    if (!mark) return []
    return [{ field, mark, since: from ? chicagoDay(new Date(from.at)) : null, until: chicagoDay(now) }]
  })
  await keepFormerMarks(sql, marks)
}
