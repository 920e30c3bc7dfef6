import { PLANNED_SERVICES, type ServiceType } from '#contract/maintenance/maintenance-choices.ts'
import type { Sql } from '#server/db/db.ts'
import type { Author } from '#server/records/history-log.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import {
  findPassedBefore,
  findReportSummary,
  type InspectedUnit,
  type UnitReportSummary,
  writeReportDates,
} from './inspected-unit-repository.ts'

/** The fields of a report that affect its unit. */
export interface ReportOfUnit {
  readonly service: ServiceType
  /** `yyyy-MM-dd`, as is `due_date`. */
  readonly date: string
  readonly due_date: string | null
  /** How many major defects it found. */
  readonly majors: number
}

/** How the reports of a unit changed: the report that it has now, and the report that it had before. */
export interface ReportChange {
  readonly added: ReportOfUnit | null
  readonly removed: ReportOfUnit | null
}
export const NO_REPORT_CHANGE: ReportChange = { added: null, removed: null }

const ANNUAL: ServiceType = 'annual_inspection'
const later = (a: string | null, b: string | null) => ((a ?? '') > (b ?? '') ? a : b)

/**
 * The day on which the unit last passed an annual inspection (49 CFR 396.17). A date that came from a report is
 * withdrawn with the report.
 */
async function inspectionPassedDate(
  sql: Sql,
  was: InspectedUnit,
  now: UnitReportSummary,
  { added, removed }: ReportChange,
): Promise<string | null> {
  const current = was.inspection_passed_date
  // A report with a major defect did not pass, so it never set the date.
  if (removed?.service === ANNUAL && removed.majors === 0 && current === removed.date)
    return later(now.inspection_passed_date, await findPassedBefore(sql, was, current))
  return added?.service === ANNUAL && added.majors === 0 ? later(added.date, current) : current
}

/**
 * The due date of the next service. Without a due date in any report, a date planned by hand stays, and a date that
 * came from the removed report is cleared.
 */
function nextServiceDate(was: InspectedUnit, now: UnitReportSummary, { added, removed }: ReportChange): string | null {
  const current = was.next_service_date
  const isPlanned = [added, removed].some((one) => one !== null && PLANNED_SERVICES.includes(one.service))
  if (!isPlanned) return current
  return now.next_service_date ?? (current === removed?.due_date ? null : current)
}

/**
 * Updates what a unit derives from its reports: its open major defects, the day of its last passed annual inspection,
 * and the due date of its next service. The change is logged as a change of the unit, so that clients that show the
 * unit are notified. `was`: the unit as it was locked.
 */
export async function updateUnitFromReports(
  sql: Sql,
  author: Author,
  was: InspectedUnit,
  reportChange: ReportChange,
): Promise<void> {
  const { id, kind } = was
  const summary = await findReportSummary(sql, id)
  const now = {
    open_major_defects: summary.open_major_defects,
    inspection_passed_date: await inspectionPassedDate(sql, was, summary, reportChange),
    next_service_date: nextServiceDate(was, summary, reportChange),
  }
  const fields = ['open_major_defects', 'inspection_passed_date', 'next_service_date'] as const
  const changes = fields
    .filter((field) => was[field] !== now[field])
    .map((field) => ({ field, from: was[field], to: now[field] }))
  if (changes.length === 0) return
  await writeReportDates(sql, id, now)
  await logLinkedChange(sql, { area: `${kind}s`, id, author, changes })
}
