import { type Calendar, offsetOf } from '#server/demo/company/calendar.ts'
import { drivenDays, FIRST_BOOKED } from '#server/demo/company/driven-days.ts'
import type { SeedDriver } from '#server/demo/company/drivers.ts'
import type { SeedUnit } from '#server/demo/company/units.ts'

/** Miles a day of a unit without booked miles. */
const USUAL_MILES = { truck: 270, trailer: 140 } as const

/**
 * A unit's miles at the end of a day, given as an offset from today. Null when they would be negative: not built yet.
 */
export type MilesOn = (offset: number) => number | null

/**
 * The driver's miles since the end of a day, back to the first day of the books. The index is the number of days ago.
 */
function sinceOf({ runs }: SeedDriver): readonly number[] {
  const byDay = Array<number>(1 - FIRST_BOOKED).fill(0)
  for (const { offset, miles } of drivenDays(runs)) byDay[-offset] = (byDay[-offset] ?? 0) + miles
  let sum = 0
  return [0, ...byDay.map((miles) => (sum += miles))]
}

/**
 * The odometers of a fleet, counted backward from today's miles. A unit has its driver's miles; before the books begin
 * it has the same average miles a day.
 */
export function odometersOf(drivers: readonly SeedDriver[], calendar: Calendar): (unit: SeedUnit) => MilesOn {
  const byId = new Map(drivers.map((driver) => [driver.id, driver]))
  const known = new Map<number, readonly number[]>()
  const booked = (id: number) => {
    const driver = byId.get(id)
    const since = known.get(id) ?? (driver ? sinceOf(driver) : [0])
    known.set(id, since)
    return since
  }
  return (unit) => {
    const since = sinceWhen(unit, unit.driver_id === null ? null : booked(unit.driver_id), calendar)
    return (offset) => {
      const miles = unit.miles_driven - since(-offset)
      return miles < 0 ? null : Math.round(miles * 1000) / 1000
    }
  }
}

/**
 * A unit's miles since the end of the day that was `daysAgo` days ago. A unit without a driver has not moved since its
 * status began; before that it covered the usual miles a day.
 */
function sinceWhen(unit: SeedUnit, booked: readonly number[] | null, calendar: Calendar): (daysAgo: number) => number {
  const usual = USUAL_MILES[unit.kind]
  if (!booked) {
    const standing = -offsetOf(calendar, unit.status_date_from)
    return (daysAgo) => Math.max(0, daysAgo - standing) * usual
  }
  const days = booked.length - 1
  const all = booked.at(-1) ?? 0
  return (daysAgo) => booked[daysAgo] ?? all + (daysAgo - days) * (all > 0 ? all / days : usual)
}
