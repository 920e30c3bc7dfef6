import { busy, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type InspectedUnit, lockInspectedUnits } from './inspected-unit-repository.ts'
import { findUnitName, type LockedReport, lockReport } from './inspection-repository.ts'

/** A locked report with the locked units that a change of it affects. */
export interface ReportWithUnits {
  readonly report: LockedReport
  /** The report's own unit, unless that is deleted, and the unit that the report moves to. */
  readonly units: readonly InspectedUnit[]
}

/**
 * Locks an inspection with its unit and, if it moves, the unit that it moves to (`to`: the id of that unit). Units come
 * first, then the report: creating a report locks in the same order. Throws 404, and `busy` when another user is moving
 * the report at the same time.
 */
export async function lockReportWithUnits(sql: Sql, id: number, to?: string): Promise<ReportWithUnits> {
  const name = await findUnitName(sql, id)
  if (name === null) throw notFound()
  const units = await lockInspectedUnits(sql, [...new Set([name, to ?? name])])
  const report = await lockReport(sql, id)
  if (!report) throw notFound()
  if (report.unit_name !== name) throw busy('Another user is moving this inspection to another unit just now.')
  // The report's unit was deleted, and a newer unit has the same id. The report does not belong to that unit.
  return { report, units: units.filter((unit) => report.unit_id !== null || unit.id !== name) }
}
