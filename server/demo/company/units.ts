import { fullName } from '#contract/wire/people.ts'
import type { Random } from '#server/demo/random.ts'
import type { Calendar } from './calendar.ts'
import type { SeedDriver } from './drivers.ts'
import { withLastDrivers } from './last-drivers.ts'
import type { SeedUser } from './people.ts'
import { vinOf } from './vins.ts'

/** A row of `units`: a truck or a trailer. Its status is `assigned` exactly when it has a driver. */
export interface SeedUnit {
  readonly id: string
  readonly kind: 'truck' | 'trailer'
  readonly status: 'assigned' | 'on_service' | 'for_sale' | 'unassigned'
  readonly status_date_from: string
  readonly status_date_to: string | null
  readonly driver_id: number | null
  /** The driver who had the unit before it went to the workshop. */
  readonly last_driver_id: number | null
  readonly dispatcher_id: number | null
  readonly transport_model: string
  readonly year: number
  readonly color: string
  readonly type: string
  readonly miles_driven: number
  readonly inspection_passed_date: string
  readonly next_service_date: string
  readonly registration_expire: string
  readonly gomotive_id: number
  readonly unit_number: string | null
  readonly licence_plate: string | null
  readonly transponder_id: string | null
  readonly pilot_flying_j_truck: number | null
  readonly fleet_manager_name: string
  readonly fleet_manager_phone: string
  readonly fleet_manager_email: string
  readonly vin: string
}

/** A unit before it gets its VIN, last driver and registration. */
type Unstamped = Omit<SeedUnit, 'vin' | 'last_driver_id' | 'registration_expire'>

const TRUCK_MODELS = [
  ['Freightliner Cascadia', 36],
  ['Kenworth T680', 20],
  ['Peterbilt 579', 17],
  ['Volvo VNL 760', 15],
  ['International LT', 8],
  ['Mack Anthem', 4],
] as const
const TRAILER_TYPES = [
  ['dry_van', 62],
  ['reefer', 28],
  ['flatbed', 10],
] as const
const TRAILER_MODELS = {
  dry_van: ['Great Dane Champion', 'Wabash DuraPlate', 'Hyundai Translead HT', 'Stoughton Z-Plate', 'Utility 4000D-X'],
  reefer: ['Utility 3000R', 'Great Dane Everest', 'Wabash ArcticLite'],
  flatbed: ['Fontaine Revolution', 'Reitnouer MaxMiser', 'Utility 4000AE'],
} as const
const TRUCK_COLORS = ['White', 'White', 'White', 'Red', 'Blue', 'Black', 'Silver', 'Green'] as const
const MILES_A_YEAR = 104_000
const MILES_WHEN_NEW = 1200

interface Yard {
  readonly random: Random
  readonly calendar: Calendar
  readonly managers: readonly SeedUser[]
}

/** A unit's driver, dispatcher and status with its dates. Without a driver: in the workshop, unassigned or for sale. */
function useOf({ random, calendar }: Yard, driver: SeedDriver | null) {
  if (driver) {
    return {
      status: 'assigned' as const,
      status_date_from: calendar.date(-random.whole(3, 300)),
      status_date_to: null,
      driver_id: driver.id,
      dispatcher_id: driver.dispatcher_id,
    }
  }
  const status = random.weighted([
    ['on_service', 40],
    ['unassigned', 45],
    ['for_sale', 15],
  ] as const)
  return {
    status,
    status_date_from: calendar.date(-random.whole(0, 9)),
    status_date_to: status === 'on_service' ? calendar.date(random.whole(1, 8)) : null,
    driver_id: null,
    dispatcher_id: null,
  }
}

function careOf({ random, calendar, managers }: Yard) {
  const manager = random.pick(managers)
  return {
    // The annual inspection of 49 CFR 396.17; a few are overdue.
    inspection_passed_date: calendar.date(-random.whole(4, random.chance(0.04) ? 385 : 340)),
    next_service_date: calendar.date(
      random.weighted([
        [random.whole(4, 90), 93],
        [-random.whole(1, 9), 7],
      ]),
    ),
    fleet_manager_name: fullName(manager),
    fleet_manager_phone: manager.phone,
    fleet_manager_email: manager.email,
  }
}

function trucks(yard: Yard, drivers: readonly (SeedDriver | null)[]): Unstamped[] {
  const { random, calendar } = yard
  let number = 1000
  return drivers.map((driver, index) => {
    // The numbers have gaps: the number of a sold truck is never reused.
    number += random.chance(0.12) ? random.whole(2, 4) : 1
    const age = random.weighted([
      [0, 14],
      [1, 20],
      [2, 20],
      [3, 17],
      [4, 12],
      [5, 8],
      [7, 5],
      [9, 4],
    ])
    const aged = age * MILES_A_YEAR + random.whole(4_000_000, 96_000_000) / 1000
    // A new truck comes with some miles, and has at least the miles that its driver drove.
    const miles = Math.max(aged, (driver?.miles_driven ?? 0) + MILES_WHEN_NEW)
    return {
      id: String(number),
      kind: 'truck',
      ...useOf(yard, driver),
      transport_model: random.weighted(TRUCK_MODELS),
      year: Number(calendar.today.slice(0, 4)) - age,
      color: random.pick(TRUCK_COLORS),
      type: random.chance(0.92) ? 'sleeper' : 'day_cab',
      miles_driven: Math.round(miles * 1000) / 1000,
      ...careOf(yard),
      gomotive_id: 730_000 + index * 11,
      unit_number: String(number),
      licence_plate: `P${482_100 + index * 3}`,
      transponder_id: `00700${2_410_300 + index * 17}`,
      pilot_flying_j_truck: 660_200 + index * 9,
    }
  })
}

function trailers(yard: Yard, drivers: readonly (SeedDriver | null)[]): Unstamped[] {
  const { random, calendar } = yard
  return drivers.map((driver, index) => {
    const type = random.weighted(TRAILER_TYPES)
    const age = random.whole(0, 12)
    const id = `TL-${1001 + index}`
    return {
      id,
      kind: 'trailer',
      ...useOf(yard, driver),
      transport_model: random.pick(TRAILER_MODELS[type]),
      year: Number(calendar.today.slice(0, 4)) - age,
      color: random.weighted([
        ['White', 8],
        ['Silver', 2],
        ['Black', 1],
      ]),
      type,
      miles_driven: (age + 1) * random.whole(38_000, 62_000),
      ...careOf(yard),
      gomotive_id: 910_000 + index * 11,
      unit_number: id,
      licence_plate: `T${317_400 + index * 7}`,
      transponder_id: null,
      pilot_flying_j_truck: null,
    }
  })
}

/**
 * The registration's expiry date, at most a year ahead. Some expire soon. Only units in the workshop have an expired
 * one.
 */
function registeredUntil(random: Random, calendar: Calendar, status: SeedUnit['status']): string {
  if (status === 'on_service' && random.chance(0.4)) return calendar.date(-random.whole(2, 20))
  return calendar.date(random.chance(0.06) ? random.whole(1, 28) : random.whole(35, 360))
}

/** A list with one element for each unit of the fleet, in random order: its driver, or `null` for no driver. */
function strewn(random: Random, drivers: readonly SeedDriver[], length: number): (SeedDriver | null)[] {
  const some: (SeedDriver | null)[] = drivers.slice(0, length)
  return random.shuffled([...some, ...Array<null>(length - some.length).fill(null)])
}

/**
 * The drivers in the order in which they get trucks: the first driver, drivers on the road, then the others. New hires
 * are left out. Drivers on the road come early because they need a truck; the first driver is on the road too.
 */
function inLine(random: Random, drivers: readonly SeedDriver[]): SeedDriver[] {
  const [first, ...others] = drivers.filter((driver) => driver.stage !== 'new')
  const isOut = (driver: SeedDriver) => driver.status === 'on_the_road'
  const shuffled = random.shuffled(others)
  const rest = [...shuffled.filter(isOut), ...shuffled.filter((driver) => !isOut(driver))]
  return first ? [first, ...rest] : rest
}

/**
 * 55 trucks and 70 trailers for every 60 drivers. New hires have no unit yet; the first driver has a truck and a
 * trailer.
 */
export function unitsOf(
  random: Random,
  drivers: readonly SeedDriver[],
  rest: { readonly calendar: Calendar; readonly managers: readonly SeedUser[] },
): SeedUnit[] {
  const truckCount = Math.round((drivers.length * 55) / 60)
  const inTrucks = inLine(random, drivers).slice(0, Math.round(truckCount * 0.91))
  const withTrailers = inTrucks.filter((_, index) => index === 0 || random.chance(0.94))
  const trailerCount = Math.round((drivers.length * 70) / 60)
  const yard = (name: string) => ({ random: random.branch(name), ...rest })
  const units = [
    ...trucks(yard('trucks'), strewn(random, inTrucks, truckCount)),
    ...trailers(yard('trailers'), strewn(random, withTrailers, trailerCount)),
  ]
  const stamps = random.branch('vins')
  const registrations = random.branch('registrations')
  return withLastDrivers(units, drivers).map((unit, index) => ({
    ...unit,
    registration_expire: registeredUntil(registrations.branch(unit.id), rest.calendar, unit.status),
    vin: vinOf(stamps.branch(unit.id), unit, 104_000 + index * 13),
  }))
}
