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

/** A report tells of its unit and of people, too. */
export const INSPECTION_SHOWS = ['maintenance', 'trucks', 'trailers', 'users']

const EVERY: InspectionFilter = { status: '', report_type: '', service_type: '', fleet_manager: [], transport: [] }

const isWhole = (filter: InspectionFilter) => filter.status === '' && !isNarrowed(filter)

/** What is asked for: of a filter that is not set nothing, so that one list has one name. */
function asked({
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

/** A tab, narrowed or not: newest first, and of upcoming work what is due first, seen from `today`. */
export function inspectionList(filter: InspectionFilter, today: IsoDay): ListQuery<Inspection> {
  return listQuery({
    key: ['maintenance', 'list'],
    endpoint: inspectionEndpoints.list,
    query: asked(filter),
    areas: INSPECTION_SHOWS,
    kind: inspectionRows,
    overlayRows: (rows, fold) => (isRenumbering(fold) ? rows.map((row) => withNumber(row, fold)) : rows),
    fits: inspectionFits(filter),
    compare: compareInspections(filter.status, today),
    partOf: isWhole(filter) ? null : everyInspection(today),
  })
}

/** A report by the number of its unit that waits. */
export const withNumber = (row: Inspection, fold: Fold): Inspection => {
  const transport = retitled(row.transport, fold)
  return transport === row.transport ? row : { ...row, transport }
}

/** Every report, newest first: what a device keeps to its end, and what all tabs and filters are made of without a network. */
export const everyInspection = (today: IsoDay): ListQuery<Inspection> => inspectionList(EVERY, today)

/** How much work is due, by the server, or counted on the device where that can't be asked. */
export const upcomingCount = recordQuery({
  key: ['maintenance', 'upcoming_count'],
  endpoint: inspectionChoiceEndpoints.upcomingCount,
  areas: INSPECTION_SHOWS,
  // A count that was kept would be older than the list it is made of.
  isPassing: true,
  async within() {
    const { derivedList: madeList } = await import('#src/offline/reading/derived-list.ts')
    const made = await madeList(everyInspection(chicagoDay(companyNow())), { fits: isUpcoming })
    return made && { ...made, data: { count: made.data.count } }
  },
})

/** Rows a page of the kept list: some 300 kB, read and written in a few milliseconds. */
const KEPT_PAGE = 200

/** What a device keeps of the inspections without being asked: every one with all that is said of it. */
export const inspectionsToKeep = prefetchList((today) => [wholeList(everyInspection(today), { limit: KEPT_PAGE })])
