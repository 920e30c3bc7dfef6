import { maintenanceOf } from '#server/demo/maintenance/maintenance.ts'
import type { Maintenance } from '#server/demo/maintenance/reports.ts'
import { type Random, randomFrom } from '#server/demo/random.ts'
import { CITIES, docksByCity } from '#server/demo/roads/freight-map.ts'
import {
  fuelOf,
  milesOf,
  revenueOf,
  type SeedFuel,
  type SeedMiles,
  type SeedRevenue,
  type SeedToll,
  tollsOf,
} from './books.ts'
import { type Calendar, calendarAround } from './calendar.ts'
import { noteWriter } from './day-notes.ts'
import { defectsOf, type SeedDefect } from './defects.ts'
import { driversOf, type SeedDriver } from './drivers.ts'
import { type DutyRun, foreseen } from './duty-plan.ts'
import { hiring, type SeedUser } from './people.ts'
import { positionsOf, type SeedPosition } from './positions.ts'
import { type SeedStatisticWeek, statisticWeeksOf } from './statistic-weeks.ts'
import { type SeedUnit, unitsOf } from './units.ts'

export interface SeedDispatcher {
  readonly id: number
  readonly user_id: number
  readonly status: 'working' | 'dissmissed' | 'on_vacation'
  readonly status_date_from: string | null
  readonly status_date_to: string | null
}

export interface SeedDay {
  readonly id: number
  readonly driver_id: number
  readonly date: string
  readonly status: DutyRun['status']
  readonly description: string
}

export interface Company {
  readonly users: readonly SeedUser[]
  readonly dispatchers: readonly SeedDispatcher[]
  readonly drivers: readonly SeedDriver[]
  readonly units: readonly SeedUnit[]
  /** Generated row by row while read, because 5,000 drivers have most of a million days. By driver, then by date. */
  days(): Generator<SeedDay>
  /** The books of the 26 weeks that end today: miles, fuel, revenue and tolls. Also generated while read. */
  miles(): Generator<SeedMiles>
  fuel(): Generator<SeedFuel>
  revenue(): Generator<SeedRevenue>
  tolls(): Generator<SeedToll>
  /** Numbers of workers and units, and of dispatchers and drivers by status, on each Sunday of these weeks. */
  readonly statistics: readonly SeedStatisticWeek[]
  /** Defects of the units, open and settled, as of today. */
  defects(): Generator<SeedDefect>
  positions(): Generator<SeedPosition>
  /** Maintenance reports of the units with their findings, comments and attachments. */
  maintenance(): Maintenance
  /**
   * The random stream that decides where and when a truck is fueled: by its driver's id, or by its own id without a
   * driver.
   */
  fuelling(driver: number | string): Random
}

const DEMO_SEED = 'haulyard demo company 1'

/**
 * One dispatcher for every ten drivers. Every 40th has left and every other 6th is on vacation; neither leads any
 * driver. The first dispatcher works.
 */
function dispatchersOf(random: Random, users: readonly SeedUser[], calendar: Calendar): SeedDispatcher[] {
  return users.map((user, index) => {
    const id = index + 1
    if (id % 40 === 0) {
      return {
        id,
        user_id: user.id,
        status: 'dissmissed',
        status_date_from: calendar.date(-random.whole(5, 60)),
        status_date_to: null,
      }
    }
    if (id % 6 === 0) {
      const from = -random.whole(1, 5)
      const to = random.whole(2, 9)
      return {
        id,
        user_id: user.id,
        status: 'on_vacation',
        status_date_from: calendar.date(from),
        status_date_to: calendar.date(to),
      }
    }
    return { id, user_id: user.id, status: 'working', status_date_from: null, status_date_to: null }
  })
}

/**
 * Whether the schedule has an entry for a day. Days up to today always have one. Vacations and the next six days have
 * one too, because they are entered early. The chance is 80 % in the week after that, and 40 % later. A driver without
 * a dispatcher lacks a further 35 % of all future days.
 */
function isPlanned(random: Random, run: DutyRun, offset: number, driver: SeedDriver): boolean {
  if (offset <= 0) return true
  if (driver.dispatcher_id === null && random.chance(0.35)) return false
  if (offset <= 6 || run.occasion === 'vacation') return true
  return random.chance(offset <= 13 ? 0.8 : 0.4)
}

function* daysOf(random: Random, drivers: readonly SeedDriver[], calendar: Calendar): Generator<SeedDay> {
  const note = noteWriter(docksByCity(random.branch('docks')), calendar)
  let id = 0
  for (const driver of drivers) {
    const own = random.branch(driver.id)
    for (const run of driver.runs.map(foreseen)) {
      const from = Math.max(run.from, calendar.first)
      const to = Math.min(run.to, calendar.last)
      for (let offset = from; offset <= to; offset++) {
        const description = note(own, run, offset)
        if (!isPlanned(own, run, offset, driver)) continue
        id++
        yield { id, driver_id: driver.id, date: calendar.date(offset), status: run.status, description }
      }
    }
  }
}

/**
 * A realistic carrier with `count` drivers; the same arguments give the same company. `today` is `yyyy-MM-dd`. Dates
 * move with `today`; names, plans and statuses do not.
 */
export function demoCompany(count: number, today: string, seed = DEMO_SEED): Company {
  const random = randomFrom(seed)
  const calendar = calendarAround(today)
  const users: SeedUser[] = []
  const office = hiring(random.branch('people'))
  const hire = (role: SeedUser['role'], areaCode: string) => {
    const user = office(role, areaCode)
    users.push(user)
    return user
  }
  const areaCode = CITIES[0].areaCode
  const several = (role: SeedUser['role'], times: number) => Array.from({ length: times }, () => hire(role, areaCode))
  several('administrator', 1 + Math.floor(count / 500))
  const managers = several('fleet_manager', 2 + Math.floor(count / 100))
  const dispatchers = dispatchersOf(
    random.branch('dispatchers'),
    several('dispatcher', Math.max(1, Math.round(count / 10))),
    calendar,
  )
  const working = dispatchers.filter((one) => one.status === 'working').map((one) => one.id)
  const drivers = driversOf(random.branch('drivers'), { count, working, calendar }, (code) => hire('driver', code))
  const units = unitsOf(random.branch('units'), drivers, { calendar, managers })
  const defects = () => defectsOf(random.branch('defects'), units, calendar)
  return {
    users,
    dispatchers,
    drivers,
    units,
    statistics: statisticWeeksOf({ users, dispatchers, drivers, units }, calendar),
    days: () => daysOf(random.branch('days'), drivers, calendar),
    miles: () => milesOf(drivers, calendar),
    fuel: () => fuelOf(random.branch('fuel'), { drivers, units }, calendar),
    revenue: () => revenueOf(random.branch('revenue'), drivers, calendar),
    tolls: () => tollsOf({ drivers, units }, calendar),
    defects,
    fuelling: (driver) => random.branch('fuel').branch(driver),
    positions: () => positionsOf(random.branch('positions'), units, drivers),
    maintenance: () =>
      maintenanceOf(
        random.branch('maintenance'),
        { users, dispatchers, drivers, units, defects: [...defects()] },
        calendar,
      ),
  }
}
