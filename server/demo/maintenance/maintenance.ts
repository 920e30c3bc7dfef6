import { fullName } from '#contract/wire/people.ts'
import type { Calendar } from '#server/demo/company/calendar.ts'
import type { SeedDefect } from '#server/demo/company/defects.ts'
import type { SeedDriver } from '#server/demo/company/drivers.ts'
import type { SeedUnit } from '#server/demo/company/units.ts'
import type { Random } from '#server/demo/random.ts'
import { annualInspections } from './annual-inspections.ts'
import type { Draft, Subject } from './draft.ts'
import { foundDefects } from './found-defects.ts'
import { odometersOf } from './odometer.ts'
import { type Office, officeOf, type Staff } from './office.ts'
import { plannedServices } from './planned-services.ts'
import { type Maintenance, writtenDown } from './reports.ts'
import { shopVisits } from './shop-visits.ts'
import { tripsChecked } from './trips-checked.ts'

/** The number of reports for every sixty drivers. */
const REPORTS = 400

/** The parts of the company from which its maintenance is generated. */
export interface Fleet extends Staff {
  readonly drivers: readonly SeedDriver[]
  readonly units: readonly SeedUnit[]
  readonly defects: readonly SeedDefect[]
}

function subjectsOf(random: Random, fleet: Fleet, office: Office, calendar: Calendar): Subject[] {
  const odometerOf = odometersOf(fleet.drivers, calendar)
  const userOf = new Map(fleet.users.map((user) => [user.id, user]))
  const nameOf = new Map(fleet.drivers.map(({ id, user_id }) => [id, userOf.get(user_id)]))
  return fleet.units.map((unit) => {
    const driver = unit.driver_id === null ? undefined : nameOf.get(unit.driver_id)
    return {
      ...{ unit, calendar, random: random.branch(unit.id), milesOn: odometerOf(unit) },
      driver: driver ? fullName(driver) : null,
      manager: fullName(office.managerOf(unit)),
    }
  })
}

function* draftsOf(subject: Subject, defects: readonly SeedDefect[]): Generator<Draft> {
  const part = (name: string) => ({ ...subject, random: subject.random.branch(name) })
  yield* annualInspections(part('annual'))
  yield* plannedServices(part('planned'))
  yield* foundDefects(part('defects'), defects)
  yield* shopVisits(part('visits'))
}

/**
 * The reports of fourteen months of maintenance, the oldest first. They are derived from the units as of today, with
 * their dates and defects, not the other way round. Walkarounds are drafted last, as many as are missing to 400 reports
 * for every sixty drivers.
 */
export function maintenanceOf(random: Random, fleet: Fleet, calendar: Calendar): Maintenance {
  const office = officeOf(fleet)
  const subjects = subjectsOf(random.branch('units'), fleet, office, calendar)
  const found = Map.groupBy(fleet.defects, ({ unit_id }) => unit_id)
  const drafts = subjects.flatMap((subject) => [...draftsOf(subject, found.get(subject.unit.id) ?? [])])
  const open = new Set(fleet.defects.filter(({ state }) => state === 'open').map(({ unit_id }) => unit_id))
  const rolling = subjects.filter(({ driver, unit }) => driver !== null && !open.has(unit.id))
  const missing = Math.round((fleet.drivers.length * REPORTS) / 60) - drafts.length
  drafts.push(...tripsChecked(random.branch('trips'), rolling, missing))
  const milesOf = new Map(subjects.map(({ unit, milesOn }) => [unit.id, milesOn]))
  const draftsWithOdometer = drafts
    .sort((a, b) => a.offset - b.offset)
    .map((draft) => ({ ...draft, odometer: milesOf.get(draft.unit.id)?.(draft.offset) ?? null }))
  return writtenDown(random.branch('written'), draftsWithOdometer, office, calendar)
}
