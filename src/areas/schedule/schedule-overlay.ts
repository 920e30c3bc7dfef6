import {
  compareScheduledDrivers,
  dayKind,
  type ScheduleDay,
  type ScheduleDriver,
  type ScheduleRow,
} from '#contract/boards/schedule.ts'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import { type DriverName, driverKind } from '#contract/people/drivers.ts'
import { unitNumberKind } from '#contract/units/unit-names.ts'
import { kind } from '#contract/wire/record.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { isRenumbering } from '#src/lookups/unit-numbers.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { driverOfDay } from './day/seen-day.ts'
import { datesOf, type Span } from './schedule-span.ts'

/**
 * A driver's days of a span with waiting changes applied. It looks up each day instead of folding a list, which would
 * check every waiting day of the company. Returns the same array when nothing changes.
 */
function daysOf(driver: number, days: readonly ScheduleDay[], fold: Fold, dates: readonly IsoDay[]) {
  const known = new Map(days.map((day) => [day.date, day]))
  let isSame = true
  const result = dates.flatMap((date) => {
    const day = known.get(date)
    const now = day ? fold.overlay(dayKind, day) : fold.find<ScheduleDay>(dayKind, dayKind.keyOf({ driver, date }))
    if (now !== day) isSame = false
    return now ? [now] : []
  })
  return isSame ? days : result
}

/** The drivers with waiting days. Computed once per fold, because there are many rows and many days. */
function driversWaiting(fold: Fold): ReadonlySet<number> {
  const known = waiting.get(fold) ?? new Set([...fold.keys(dayKind)].map(driverOfDay))
  waiting.set(fold, known)
  return known
}
const waiting = new WeakMap<Fold, ReadonlySet<number>>()

/** A driver's services with their units' waiting numbers. */
function withServices(driver: ScheduleDriver, fold: Fold): ScheduleDriver {
  if (!driver.services?.length || !isRenumbering(fold)) return driver
  const services = driver.services.map((one) => {
    const unit = { id: one.unit, number: one.number ?? one.unit }
    const now = fold.row(unitNumberKind, unit)
    return now === unit ? one : { ...one, number: now.number ?? unit.number }
  })
  return services.every((one, at) => one === driver.services?.[at]) ? driver : { ...driver, services }
}

/** Applies waiting changes to drivers and their days. Returns the same array when nothing changes. */
export function withWaitingDaysOf(
  drivers: readonly ScheduleDriver[],
  fold: Fold,
  span: Span,
): readonly ScheduleDriver[] {
  if (!fold.has(driverKind) && !fold.has(dayKind) && !isRenumbering(fold)) return drivers
  const dates = datesOf(span)
  const isWaiting = driversWaiting(fold)
  const result = drivers.map((driver) => {
    const now = withServices(fold.row<ScheduleDriver>(driverKind, driver), fold)
    const days = isWaiting.has(driver.id) ? daysOf(driver.id, driver.days, fold, dates) : driver.days
    return now === driver && days === driver.days ? driver : { ...now, days: [...days] }
  })
  return result.every((driver, at) => driver === drivers[at]) ? drivers : result
}

/** Applies waiting changes to a dispatcher's drivers and their days. Returns the same row when nothing changes. */
export function withWaitingDays(row: ScheduleRow, fold: Fold, span: Span): ScheduleRow {
  const drivers = withWaitingDaysOf(row.drivers, fold, span)
  return drivers === row.drivers ? row : { ...row, drivers: [...drivers] }
}

/** The part of a driver that names the dispatcher, as in picker rows. */
type DriverPlace = Pick<DriverName, 'id' | 'current_status' | 'dispatcher'>
const placeKind = kind<DriverPlace>(driverKind.name, driverKind.keyOf)

/** The driver's dispatcher with waiting changes applied. */
function dispatcherOf({ id, current_status }: ScheduleDriver, now: number | null, fold: Fold): number | null {
  return fold.row(placeKind, { id, current_status, dispatcher: now }).dispatcher
}

/** The row of drivers without a dispatcher. It exists as soon as there is such a driver. */
export const NO_DISPATCHER: ScheduleRow = { id: null, user: null, status: null, drivers: [] }

/**
 * Moves drivers with a waiting change of dispatcher between the rows. A driver whose new dispatcher is not loaded is in
 * no row until it is. Returns the same array when no driver moves.
 */
function withWaitingTeams(rows: readonly ScheduleRow[], fold: Fold): readonly ScheduleRow[] {
  if (!fold.has(driverKind)) return rows
  const arrivalsByDispatcher = new Map<number | null, ScheduleDriver[]>()
  const leavingIds = new Set<number>()
  for (const { id, drivers } of rows) {
    for (const driver of drivers) {
      const to = dispatcherOf(driver, id, fold)
      if (to === id) continue
      leavingIds.add(driver.id)
      arrivalsByDispatcher.set(to, [...(arrivalsByDispatcher.get(to) ?? []), driver])
    }
  }
  if (leavingIds.size === 0) return rows
  const hasPlace = !arrivalsByDispatcher.has(null) || rows.some(({ id }) => id === null)
  return (hasPlace ? rows : [...rows, NO_DISPATCHER]).map((row) => {
    const arrivals = arrivalsByDispatcher.get(row.id) ?? []
    const remainingDrivers = row.drivers.filter(({ id }) => !leavingIds.has(id))
    if (arrivals.length === 0 && remainingDrivers.length === row.drivers.length) return row
    return { ...row, drivers: [...remainingDrivers, ...arrivals].sort(compareScheduledDrivers) }
  })
}

/** A dispatcher's row with the status from waiting changes. */
function withWaitingStatus(row: ScheduleRow, fold: Fold): ScheduleRow {
  if (row.id === null || row.status === null || !fold.has(dispatcherKind)) return row
  const { status } = fold.row(dispatcherKind, { id: row.id, status: row.status, drivers: [] })
  return status === row.status ? row : { ...row, status }
}

/** The schedule with all waiting changes applied: teams, statuses and days. */
export function withWaitingChanges(rows: readonly ScheduleRow[], fold: Fold, span: Span): readonly ScheduleRow[] {
  const moved = withWaitingTeams(rows, fold)
  const result = moved.map((row) => withWaitingDays(withWaitingStatus(row, fold), fold, span))
  return result.length === rows.length && result.every((row, at) => row === rows[at]) ? rows : result
}
