import {
  compareInspections,
  type InspectionFilter,
  inspectionFits,
  isUpcoming,
} from '#contract/maintenance/inspection-lists.ts'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { inspectionChoiceEndpoints, inspectionEndpoints } from '#contract/maintenance/maintenance.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { isRenumbering, retitled } from '#src/lookups/unit-numbers.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { recordQuery } from '#src/offline/reading/record-query.ts'
import { inspectionRows } from './inspection-rows.ts'
import { isNarrowed } from './list/inspection-filter.ts'

/** The areas of a report: it also shows its unit and users. */
export const INSPECTION_AREAS = ['maintenance', 'trucks', 'trailers', 'users'] as const

const NO_FILTERS: InspectionFilter = { status: '', report_type: '', service_type: '', fleet_manager: [], transport: [] }

const isUnfiltered = (filter: InspectionFilter) => filter.status === '' && !isNarrowed(filter)

/** The query parameters of a list. Unset filters are left out, so that the same list always has the same query key. */
function listParams({
  status,
  date_after,
  date_before,
  report_type,
  service_type,
  fleet_manager,
  transport,
}: InspectionFilter) {
  return {
    status,
    ...(date_after !== undefined && { date_after }),
    ...(date_before !== undefined && { date_before }),
    ...(report_type !== '' && { report_type }),
    ...(service_type !== '' && { service_type }),
    ...(fleet_manager.length > 0 && { fleet_manager: [...fleet_manager] }),
    ...(transport.length > 0 && { transport: [...transport] }),
  }
}

/**
 * The list of a tab with its filters. Sort order: newest first; upcoming work by due date, relative to `today`. With a
 * `limit`, in pages of that size, for a reader that needs all rows; not stored a second time.
 */
export function inspectionList(filter: InspectionFilter, today: IsoDay, limit?: number): ListQuery<Inspection> {
  return listQuery({
    key: ['maintenance', 'list'],
    endpoint: inspectionEndpoints.list,
    isSynced: true,
    query: { ...listParams(filter), ...(limit !== undefined && { limit }) },
    isTransient: limit !== undefined,
    areas: INSPECTION_AREAS,
    kind: inspectionRows,
    overlayRows: (rows, fold) => (isRenumbering(fold) ? rows.map((row) => withWaitingUnitNumber(row, fold)) : rows),
    fits: inspectionFits(filter),
    compare: compareInspections(filter.status, today),
    partOf: isUnfiltered(filter) ? null : everyInspection(today),
  })
}

/** A report with the waiting new number of its unit, if that unit is being renumbered. */
export const withWaitingUnitNumber = (row: Inspection, fold: Fold): Inspection => {
  const transport = retitled(row.transport, fold)
  return transport === row.transport ? row : { ...row, transport }
}

/**
 * Every report, newest first. The device stores this list completely and derives all tabs and filters from it without a
 * network.
 */
export const everyInspection = (today: IsoDay): ListQuery<Inspection> => inspectionList(NO_FILTERS, today)

/** The number of upcoming inspections: from the server, or counted on the device when the server can't be reached. */
export const upcomingCount = recordQuery({
  key: ['maintenance', 'upcoming_count'],
  endpoint: inspectionChoiceEndpoints.upcomingCount,
  areas: INSPECTION_AREAS,
  // A stored count would be older than the list it counts.
  isTransient: true,
  async derive() {
    const { derivedList } = await import('#src/offline/reading/derived-list.ts')
    const list = await derivedList(everyInspection(chicagoDay(companyNow())), { fits: isUpcoming })
    return list && { ...list, data: { count: list.data.count } }
  },
})

/** Rows per page of the stored list: about 300 kB, read and written in a few milliseconds. */
const STORED_PAGE_ROWS = 200

/** The prefetch set of this area: every inspection with all its fields. */
export const inspectionsToPrefetch = prefetchList((today) => [
  wholeList(everyInspection(today), { limit: STORED_PAGE_ROWS }),
])
