import { DISPATCHER_STATUSES } from '#contract/people/dispatcher-choices.ts'
import { DUTY_STATUSES } from '#contract/people/driver-choices.ts'
import type { Calendar } from './calendar.ts'
import type { SeedDispatcher } from './company.ts'
import { withEarlier } from './driven-days.ts'
import type { SeedDriver } from './drivers.ts'
import type { SeedUser } from './people.ts'
import type { SeedUnit } from './units.ts'

const WEEKS = 26
/** Weekly growth of the fleet, as a share of today's size. */
const GROWTH = 0.0025

/** A row of `statistic_weeks`. */
export interface SeedStatisticWeek {
  readonly sunday: string
  readonly total_workers: number
  readonly total_trucks: number
  readonly total_trailers: number
  readonly dispatchers: Readonly<Record<string, number>>
  readonly drivers: Readonly<Record<string, number>>
}

interface Everybody {
  readonly users: readonly SeedUser[]
  readonly dispatchers: readonly SeedDispatcher[]
  readonly drivers: readonly SeedDriver[]
  readonly units: readonly SeedUnit[]
}

function counts(names: readonly string[], statuses: readonly string[]): Readonly<Record<string, number>> {
  const of = (name: string) => statuses.filter((status) => status === name).length
  return { total: statuses.length, ...Object.fromEntries(names.map((name) => [name, of(name)])) }
}

/**
 * The planned duty statuses of all drivers on a day of the books. Drivers who were not with the company then are left
 * out.
 */
function dutyOn(drivers: readonly SeedDriver[]): (offset: number) => readonly string[] {
  const plans = drivers.map(({ runs }) => withEarlier(runs))
  return (offset) => plans.flatMap((runs) => runs.find(({ from, to }) => from <= offset && offset <= to)?.status ?? [])
}

/**
 * The counts on each of the last 26 Sundays, the earliest first. Drivers follow their plans, and the fleet grows slowly
 * to today's size.
 */
export function statisticWeeksOf(
  { users, dispatchers, drivers, units }: Everybody,
  calendar: Calendar,
): readonly SeedStatisticWeek[] {
  const duty = dutyOn(drivers)
  const thisSunday = -new Date(`${calendar.today}T00:00:00Z`).getUTCDay()
  const office = users.length - drivers.length
  const total = (kind: SeedUnit['kind']) => units.filter((unit) => unit.kind === kind).length
  const before = (now: number, weeks: number) => Math.round(now * (1 - GROWTH * weeks))
  const statusThen = ({ status, status_date_from: from }: SeedDispatcher, day: string) =>
    from !== null && from > day ? 'working' : status
  return Array.from({ length: WEEKS }, (_, index) => WEEKS - 1 - index).map((back) => {
    const sunday = calendar.date(thisSunday - 7 * back)
    const driversThen = duty(thisSunday - 7 * back)
    return {
      sunday,
      total_workers: office + driversThen.length,
      total_trucks: before(total('truck'), back),
      total_trailers: before(total('trailer'), back),
      dispatchers: counts(
        DISPATCHER_STATUSES,
        dispatchers.map((one) => statusThen(one, sunday)),
      ),
      drivers: counts(
        DUTY_STATUSES.map(({ value }) => value),
        driversThen,
      ),
    }
  })
}
