import {
  compareScheduledDrivers,
  compareScheduleRows,
  dayKind,
  type ScheduleDay,
  type ScheduleDriver,
  type ScheduleRow,
  scheduleEndpoints,
  scheduleRowFits,
} from '#contract/boards/schedule.ts'
import type { ScheduleOrdering } from '#contract/people/dispatcher-choices.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { driverEndpoints, driverKind } from '#contract/people/drivers.ts'
import { view } from '#contract/wire/access.ts'
import { kind } from '#contract/wire/record.ts'
import { addDays, type IsoDay } from '#src/format/calendar.ts'
import { DAYS_IN_WEEK } from '#src/format/week.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { type ListQuery, listQuery } from '#src/offline/reading/list-query.ts'
import { withWaitingChanges, withWaitingDaysOf } from './schedule-overlay.ts'
import { scheduleChanges } from './schedule-row-changes.ts'
import { isInSpan, spanOf } from './schedule-span.ts'

/** Dispatchers per page: some hundreds of drivers, which are still quick to read and to store. */
const PAGE = 25
const DAYS_OF_A_DRIVER = 100

const scheduleRowKind = kind('schedule_row', (row: { readonly id: number | null }) => `${row.id ?? 'none'}`)
const byDate = (a: ScheduleDay, b: ScheduleDay) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)

/** The areas whose records appear in a driver's row. */
const SHOWN_AREAS = ['schedule', 'drivers', 'dispatchers', 'trucks', 'trailers', 'users'] as const
/** The access for parts of a row: a driver's papers, and the services of the units. */
const DRIVER_PARTS = [view('drivers'), view('trucks'), view('trailers')] as const

export interface ScheduleList {
  /** The first of the seven days on screen. */
  readonly start: IsoDay
  readonly ordering: ScheduleOrdering
  readonly filter: DutyStatus | ''
}

/** The sort order of the stored schedule, without a filter. */
const DEFAULT_QUERY = { ordering: 'first_name,last_name', filter: '' } as const

/** Dispatchers with their drivers and the days of (at least) the week from `start`. */
export function scheduleList({ start, ordering, filter }: ScheduleList): ListQuery<ScheduleRow> {
  const span = spanOf(start)
  const compare = compareScheduleRows(ordering)
  const isWhole = ordering === DEFAULT_QUERY.ordering && filter === DEFAULT_QUERY.filter
  return listQuery({
    key: ['schedule', 'list'],
    endpoint: scheduleEndpoints.list,
    query: { date_after: span.start, date_before: span.end, ordering, filter, limit: PAGE },
    areas: SHOWN_AREAS,
    parts: DRIVER_PARTS,
    kind: scheduleRowKind,
    fits: (row: ScheduleRow) => scheduleRowFits(row, filter, span.start, span.end),
    compare,
    partOf: isWhole ? null : scheduleList({ start, ...DEFAULT_QUERY }),
    // A changed driver may bring a row into a filtered list whose other drivers are not loaded.
    ...(filter === '' && { synced: scheduleChanges(span, compare) }),
    overlayRows: (rows: readonly ScheduleRow[], fold: Fold) => withWaitingChanges(rows, fold, span),
  })
}

/** One driver's days of (at least) the week from `start`. */
export function scheduleOfDriver({ driver, start }: { readonly driver: number; readonly start: IsoDay }) {
  const span = spanOf(start)
  return listQuery({
    key: ['schedule', 'driver'],
    endpoint: scheduleEndpoints.listForDriver,
    params: { id: driver },
    query: { date_after: span.start, date_before: span.end, limit: DAYS_OF_A_DRIVER },
    areas: ['schedule'],
    kind: dayKind,
    fits: (day: ScheduleDay) => day.driver === driver && isInSpan(day.date, span),
    compare: byDate,
  })
}

/** Drivers per page. Larger teams need more requests. */
const TEAM = 100
/** The record kind of drivers, with the row type of a team's list, which includes days. */
const teamRows = kind<ScheduleDriver>(driverKind.name, driverKind.keyOf)

/** A dispatcher's drivers with the days of (at least) the week from `start`. */
export function scheduleOfTeam({ dispatcher, start }: { readonly dispatcher: number; readonly start: IsoDay }) {
  const span = spanOf(start)
  return listQuery({
    key: ['schedule', 'team'],
    endpoint: driverEndpoints.listForDispatcher,
    params: { id: dispatcher },
    query: { schedule_date_from: span.start, schedule_date_to: span.end, limit: TEAM },
    areas: SHOWN_AREAS,
    parts: [view('schedule'), ...DRIVER_PARTS],
    kind: teamRows,
    // A full driver row from a waiting change is not a row of this list: it has no days.
    fits: (row: ScheduleDriver) => 'days' in row,
    compare: compareScheduledDrivers,
    overlayRows: (rows: readonly ScheduleDriver[], fold: Fold) => withWaitingDaysOf(rows, fold, span),
  })
}

/** Prefetched: this week's and next week's days, in the default sort order. */
export const scheduleToPrefetch = prefetchList(
  (today) => {
    return [today, addDays(today, DAYS_IN_WEEK)].map((start) => wholeList(scheduleList({ start, ...DEFAULT_QUERY })))
  },
  { isFirst: true },
)
