import { replaceEqualDeep } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  compareScheduledDrivers,
  type ScheduleDispatcher,
  type ScheduleDriver,
  type ScheduledDriver,
  type ScheduleRow,
  scheduleDispatcher,
  scheduledDriver,
  scheduleEndpoints,
  type UnitService,
} from '#contract/boards/schedule.ts'
import type { ChangedList } from '#contract/wire/sync.ts'
import type { Changes, RowChanges } from '#src/offline/query-storage/changed-rows.ts'
import type { ReadPage } from '#src/offline/query-storage/stored-copy.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'
import { NO_DISPATCHER } from './schedule-overlay.ts'
import { isInSpan, type Span } from './schedule-span.ts'

const DRIVERS = scheduleEndpoints.drivers.name
const DISPATCHERS = scheduleEndpoints.dispatchers.name

/** A changed driver or dispatcher. Their ids may be equal, so their keys differ. */
const changedRows = z.array(
  z.object({ id: z.string(), driver: z.optional(scheduledDriver), dispatcher: z.optional(scheduleDispatcher) }),
)
const driverKey = (id: unknown) => `${id}`
const dispatcherKey = (id: unknown) => `d${id}`
const isDispatcher = (key: string) => key.startsWith('d')

/** The services in a span. Those that began on an unknown day count from its beginning. */
function servicesIn(services: NonNullable<ScheduledDriver['services']>, span: Span): UnitService[] {
  return services.flatMap((service) => {
    const from = service.from ?? span.start
    const isOver = service.is === 'in_service' && service.until !== null && service.until < span.start
    return from > span.end || isOver ? [] : [{ ...service, from }]
  })
}

/** The driver as the rows of a span show it. */
function inSpan(row: ScheduledDriver, span: Span): ScheduleDriver {
  const { dispatcher: _, first: _first, last: _last, services, ...driver } = row
  const days = driver.days.filter(({ date }) => isInSpan(date, span))
  return { ...driver, ...(services && { services: servicesIn(services, span) }), days }
}

/** Changes of drivers and dispatchers, by their place in the rows. */
interface PlacedChanges {
  /** The keys of the drivers that changed. */
  readonly drivers: ReadonlySet<string>
  /** The changed drivers by their dispatcher now. */
  readonly teams: ReadonlyMap<number | null, readonly ScheduleDriver[]>
  /** The changed dispatchers by their key; null for those that are gone. */
  readonly dispatchers: ReadonlyMap<string, ScheduleDispatcher | null>
}

function placed({ rows, gone }: Changes, span: Span): PlacedChanges {
  const drivers = new Set(gone.filter((key) => !isDispatcher(key)))
  const teams = new Map<number | null, ScheduleDriver[]>()
  const dispatchers = new Map<string, ScheduleDispatcher | null>(gone.filter(isDispatcher).map((key) => [key, null]))
  // Only checked rows are stored or received.
  for (const { id, driver, dispatcher } of rows as z.output<typeof changedRows>) {
    if (dispatcher) dispatchers.set(id, dispatcher)
    if (!driver) continue
    drivers.add(id)
    teams.set(driver.dispatcher, [...(teams.get(driver.dispatcher) ?? []), inSpan(driver, span)])
  }
  return { drivers, teams, dispatchers }
}

/** A row with the changes; none when its dispatcher is gone, or the last driver without one. */
function withChanges(row: ScheduleRow, { drivers, teams, dispatchers }: PlacedChanges): readonly ScheduleRow[] {
  const dispatcher = dispatchers.get(dispatcherKey(row.id))
  const arriving = teams.get(row.id) ?? []
  const staying = row.drivers.filter(({ id }) => !drivers.has(driverKey(id)))
  if (dispatcher === null) return []
  if (arriving.length === 0 && staying.length === row.drivers.length && dispatcher === undefined) return [row]
  const now = { ...row, ...dispatcher, drivers: [...staying, ...arriving].sort(compareScheduledDrivers) }
  return row.id === null && now.drivers.length === 0 ? [] : [replaceEqualDeep(row, now)]
}

/** Rows with the changes. `isEnd`: the list ends with them. */
function rowsWithChanges(rows: readonly ScheduleRow[], changes: PlacedChanges, isEnd: boolean): readonly ScheduleRow[] {
  const changed = rows.flatMap((row) => withChanges(row, changes))
  const alone = changes.teams.get(null)
  if (!isEnd || alone === undefined || rows.some(({ id }) => id === null)) return changed
  return [...changed, { ...NO_DISPATCHER, drivers: [...alone].sort(compareScheduledDrivers) }]
}

type CompareRows = (a: ScheduleRow, b: ScheduleRow) => number

/**
 * Applies changes to the loaded part of a schedule. Null when a dispatcher is new or gets another place in it, or when
 * one changed who may be in the rest. Without its end, the list's count may lack the row of drivers without a dispatcher
 * until the next page is loaded.
 */
function applied(list: ListData<ScheduleRow>, changes: PlacedChanges, compare: CompareRows) {
  const isEnd = list.next === null
  const keepsPlace = ([key, dispatcher]: [string, ScheduleDispatcher | null]) => {
    // One who was renamed while the pages were fetched may be in two of them.
    const rows = list.rows.filter(({ id }) => dispatcherKey(id) === key)
    if (rows.length === 0) return isEnd && dispatcher === null
    return rows.every((row) => compare(row, { ...row, ...dispatcher }) === 0)
  }
  if (![...changes.dispatchers].every(keepsPlace)) return null
  const rows = rowsWithChanges(list.rows, changes, isEnd)
  if (rows.length === list.rows.length && rows.every((row, at) => row === list.rows[at])) return list
  const count = list.count + rows.length - list.rows.length
  // The next page begins after the loaded rows, which may be fewer now.
  return { rows, count, next: isEnd || rows.length === list.rows.length ? list.next : `?offset=${rows.length}` }
}

/** The rows of stored pages that decide how many rows changes add; null when a page is missing. */
async function decidingRows(readPage: ReadPage<ScheduleRow>, pages: number, { dispatchers }: PlacedChanges) {
  const rows: ScheduleRow[] = []
  // A driver without a dispatcher changes the end of the list, a dispatcher any part of it.
  for (let at = dispatchers.size > 0 ? 0 : pages - 1; at < pages; at += 1) {
    const page = await readPage(at)
    if (page === null) return null
    rows.push(...page.results)
  }
  return rows
}

/**
 * How the server's changed drivers and dispatchers are applied to the schedule of a span, whose rows contain both. Where
 * that is impossible, the schedule is fetched: a dispatcher is new or has another place, or the span is outside the days
 * that the server sends.
 */
export function scheduleChanges(span: Span, compare: CompareRows) {
  const changes: RowChanges<ScheduleRow> = {
    names: [DRIVERS, DISPATCHERS],
    receive(received: readonly ChangedList[]) {
      const of = (name: string) => received.find(({ list }) => list === name) ?? { rows: [], gone: [] }
      const [drivers, dispatchers] = [of(DRIVERS), of(DISPATCHERS)]
      const { data } = changedRows.safeParse([
        ...drivers.rows.map((driver) => ({ id: driverKey(driver.id), driver })),
        ...dispatchers.rows.map((dispatcher) => ({ id: dispatcherKey(dispatcher.id), dispatcher })),
      ])
      if (!data || data.some(({ driver }) => driver && (driver.first > span.start || driver.last < span.end)))
        return null
      return { rows: data, gone: [...drivers.gone.map(driverKey), ...dispatchers.gone.map(dispatcherKey)] }
    },
    unpack: (rows) => changedRows.safeParse(rows).data ?? null,
    merged(readPage, pages, stored) {
      const now = placed(stored, span)
      return async (at) => {
        const page = await readPage(at)
        return page && { ...page, results: rowsWithChanges(page.results, now, at === pages - 1) }
      }
    },
    async counted(readPage, pages, stored) {
      const now = placed(stored, span)
      const rows = await decidingRows(readPage, pages, now)
      const list = rows && applied({ rows, count: 0, next: null }, now, compare)
      return list && { ...stored, count: list.count }
    },
  }
  return { changes, apply: (list: ListData<ScheduleRow>, now: Changes) => applied(list, placed(now, span), compare) }
}
