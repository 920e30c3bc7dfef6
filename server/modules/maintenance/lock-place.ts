import { busy, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type InspectedUnit, lockInspectedUnits } from './inspected-unit-repository.ts'
import { findUnitName, type LockedReport, lockReport } from './inspection-repository.ts'

/** A report and the units that a change of it has to do with, all of them locked. */
export interface Place {
  readonly report: LockedReport
  /** Its own, where that is not deleted, and the one it goes to. */
  readonly units: readonly InspectedUnit[]
}

/**
 * Locks an inspection with its unit and, where it moves, the one that it goes to (`to`: what that is called). Units first, then
 * the report: whoever makes a report locks in this order too. Throws 404, and says `busy` where somebody moves it just now.
 */
export async function lockPlace(sql: Sql, id: number, to?: string): Promise<Place> {
  const name = await findUnitName(sql, id)
  if (name === null) throw notFound()
  const units = await lockInspectedUnits(sql, [...new Set([name, to ?? name])])
  const report = await lockReport(sql, id)
  if (!report) throw notFound()
  if (report.unit_name !== name) throw busy('Somebody moves this inspection to another unit just now.')
  // A unit that was deleted left its name to another one: this report is none of that one's.
  return { report, units: units.filter((unit) => report.unit_id !== null || unit.id !== name) }
}
