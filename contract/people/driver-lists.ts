import { folded } from '#contract/text/folded.ts'
import { codeText, hasWords, searchWords } from '#contract/text/search.ts'
import { numberOfDrivers } from '#contract/units/units.ts'
import type { DriverOrdering } from '#contract/wire/orderings.ts'
import { compareNames, personText, sortName } from '#contract/wire/people.ts'
import type { Driver } from './drivers.ts'
import { DUTY_STATUSES, type DutyStatus } from './duty.ts'

/** What a search looks through: the person, the units and the dispatcher's name. */
function driverText(row: Driver): string {
  const { user, dispatcher } = row
  const itsDispatcher = dispatcher === null ? '' : folded(sortName(dispatcher.user))
  const units = (['truck', 'trailer'] as const).map((sort) =>
    row[sort] === null ? '' : `${codeText(row[sort])} ${codeText(numberOfDrivers(row, sort))}`,
  )
  return [personText(user), ...units, itsDispatcher].join(' ')
}

/** Whether a driver belongs in the list of a filter and a search: the server's `WHERE`, for rows on the device. */
export function driverFits(filter: DutyStatus | '', search = ''): (row: Driver) => boolean {
  const words = searchWords(search)
  return (row) =>
    (filter === '' || row.current_status === filter) && (words.length === 0 || hasWords(driverText(row), words))
}

const statusRank = (status: DutyStatus) => DUTY_STATUSES.findIndex((one) => one.value === status)
const byName = (a: Driver, b: Driver) => compareNames(a.user, b.user) || a.id - b.id
/** Drivers without a dispatcher come last. */
const byDispatcher = (a: Driver, b: Driver) =>
  Number(a.dispatcher === null) - Number(b.dispatcher === null) ||
  (a.dispatcher && b.dispatcher ? compareNames(a.dispatcher.user, b.dispatcher.user) : 0)

/** The server's `ORDER BY`, for rows on the device; ties by id, so that paging never repeats or skips a row. */
export function compareDrivers(ordering: DriverOrdering): (a: Driver, b: Driver) => number {
  if (ordering === 'status') {
    return (a, b) => statusRank(a.current_status) - statusRank(b.current_status) || byName(a, b)
  }
  if (ordering === 'dispatcher') return (a, b) => byDispatcher(a, b) || byName(a, b)
  return byName
}
