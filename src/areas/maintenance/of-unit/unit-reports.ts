import type { InspectionFilter } from '#contract/maintenance/inspection-lists.ts'
import { type Defect, type Inspection, isOpenMajor, recordRefOf } from '#contract/maintenance/inspections.ts'
import { MAX_PAGE_SIZE } from '#contract/wire/page.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import { wholeReading } from '#src/offline/reading/whole-reading.ts'
import { useToday } from '#src/ui/use-now.ts'
import { inspectionList } from '../inspection-queries.ts'

/** An open defect with the report that found it. */
export interface OpenDefect {
  readonly report: Inspection
  readonly defect: Defect
}

const filterOf = (unitIds: readonly string[]): InspectionFilter => ({
  status: '',
  report_type: '',
  service_type: '',
  fleet_manager: [],
  transport: unitIds,
})

/**
 * All reports on a unit, newest first: from the server, or from the reports on this device. Ready only when all are
 * here, because an open defect may be in the oldest. `unitIds`: the ids by which reports may name the unit.
 */
export function useUnitReports(unitIds: readonly string[], { isWanted }: { readonly isWanted: boolean }) {
  return wholeReading(useAllRows(inspectionList(filterOf(unitIds), useToday(), MAX_PAGE_SIZE), { isWanted }))
}

/** The open defects of these reports: major ones first, then the newest first. */
export function openDefects(reports: readonly Inspection[]): readonly OpenDefect[] {
  const open = reports.flatMap((report) =>
    report.defects.filter(({ state }) => state === 'open').map((defect) => ({ report, defect })),
  )
  const weight = ({ defect }: OpenDefect) => (isOpenMajor(defect) ? 0 : 1)
  return open.toSorted((a, b) => weight(a) - weight(b))
}

/** The id by which the address of the maintenance page opens a report. */
export const reportRef = (report: Inspection): string => `${recordRefOf(report)}`
