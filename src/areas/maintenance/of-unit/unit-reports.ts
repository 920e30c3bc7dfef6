import type { InspectionFilter } from '#contract/maintenance/inspection-lists.ts'
import { type Defect, type Inspection, isOpenMajor, recordRefOf } from '#contract/maintenance/inspections.ts'
import type { Unit } from '#contract/units/units.ts'
import { useAllRows } from '#src/offline/reading/use-all-rows.ts'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { useToday } from '#src/ui/use-now.ts'
import { inspectionList } from '../inspection-queries.ts'

type UnitKeys = Pick<Unit, 'id' | 'client_id'>

/** An open defect with the report that found it. */
export interface OpenDefect {
  readonly report: Inspection
  readonly defect: Defect
}

const filterOf = ({ id, client_id }: UnitKeys): InspectionFilter => ({
  status: '',
  report_type: '',
  service_type: '',
  fleet_manager: [],
  // Reports that this device created name a unit that it created, too, by its client id.
  transport: client_id === null ? [id] : [id, client_id],
})

/** All reports on a unit, newest first: from the server, or from the reports on this device. */
export function useUnitReports(unit: UnitKeys, { isWanted }: { readonly isWanted: boolean }): ReadList<Inspection> {
  return useAllRows(inspectionList(filterOf(unit), useToday()), { isWanted })
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
