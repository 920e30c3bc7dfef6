import type { Random } from '#server/demo/random.ts'
import { CITIES, type City, YARDS } from '#server/demo/roads/freight-map.ts'
import { type Calendar, EARLIEST_OFFSET } from './calendar.ts'
import { drivenDays } from './driven-days.ts'
import { type DutyRun, planDuty, runOn, statusSpan, type WorkingLife } from './duty-plan.ts'
import type { SeedUser } from './people.ts'

type Position = 'owner_operator' | 'lease' | 'company_driver'

/** A row of `drivers`, with the runs from which the driver's schedule is generated. */
export interface SeedDriver {
  readonly id: number
  readonly user_id: number
  readonly dispatcher_id: number | null
  readonly status: DutyRun['status']
  readonly status_date_from: string
  readonly status_date_to: string | null
  readonly position: Position
  readonly gomotive_id: number | null
  readonly pilot_flying_j_driver: number | null
  readonly miles_driven: number
  readonly med_expire: string
  readonly cdl_expire: string
  readonly rate: string
  readonly runs: readonly DutyRun[]
  readonly stage: Stage
}

/** A driver's stage with the company: just hired, settled or leaving. */
type Stage = 'new' | 'settled' | 'leaving'

const LONG_AGO = EARLIEST_OFFSET - 1000

/**
 * The stages of `count` drivers: 5 % new, 3.4 % leaving, the rest settled. The first one, the demo account, is settled.
 */
function stages(random: Random, count: number): Stage[] {
  const hires = Math.round(count * 0.05)
  const leavers = Math.round(count * 0.034)
  const rest = Math.max(0, count - 1 - hires - leavers)
  const others: Stage[] = [
    ...Array(hires).fill('new'),
    ...Array(leavers).fill('leaving'),
    ...Array(rest).fill('settled'),
  ]
  return ['settled', ...random.shuffled(others)].slice(0, count) as Stage[]
}

function workingLife(random: Random, stage: Stage, position: Position, home: City): WorkingLife {
  const isRegional = position === 'company_driver' && random.chance(0.45)
  const pace = isRegional
    ? { out: [5, 6] as const, rest: [1, 2] as const }
    : { out: [13, 22] as const, rest: [2, 4] as const }
  const settledSince = random.chance(0.12) ? random.whole(EARLIEST_OFFSET, -30) : LONG_AGO
  return {
    home,
    hired: stage === 'new' ? -random.whole(0, 2) : settledSince,
    leaving: stage === 'leaving' ? -random.whole(0, 2) : null,
    ...pace,
  }
}

/** The pay rate: CPM for a company driver, percent of the load for the others. */
function rateOf(random: Random, position: Position): string {
  if (position === 'company_driver') return String(random.whole(104, 136) / 2)
  return String(position === 'lease' ? random.whole(65, 75) : random.whole(84, 92))
}

/** The expiry date of a paper. Most are valid for long, 9 % expire within 28 days, and 3 % have expired. */
function expiry(random: Random, calendar: Calendar, longest: number): string {
  const days = random.weighted([
    [random.whole(45, longest), 88],
    [random.whole(3, 28), 9],
    [-random.whole(2, 20), 3],
  ])
  return calendar.date(days)
}

/**
 * The plan of a driver. With `mustBeOut` (the first driver), plans are generated until one has the driver on a trip
 * that began before today and ends after today, because the demo must show a driver in a dead zone.
 */
function planOf(random: Random, life: WorkingLife, mustBeOut: boolean): DutyRun[] {
  for (let attempt = 0; ; attempt++) {
    const runs = planDuty(random.branch(attempt), life)
    const today = runOn(runs, 0)
    if (!mustBeOut || (today.occasion === 'haul' && today.from < 0 && today.to > 0)) return runs
  }
}

function statusToday(runs: readonly DutyRun[], calendar: Calendar) {
  const { status } = runOn(runs, 0)
  const span = statusSpan(runs, 0)
  const endIsKnown = status === 'on_vacation' || status === 'safety_orientation'
  return {
    status,
    status_date_from: calendar.date(span.from),
    status_date_to: endIsKnown ? calendar.date(span.to) : null,
  }
}

/**
 * All booked miles, plus the fraction of a tenth of a mile that is not booked yet. 0 for a driver without booked miles.
 */
function milesOf(random: Random, runs: readonly DutyRun[]): number {
  let tenths = 0
  for (const { miles } of drivenDays(runs)) tenths += Math.round(miles * 10)
  return tenths === 0 ? 0 : (tenths * 100 + random.whole(0, 99)) / 1000
}

/**
 * The drivers, hired one by one. Most have a dispatcher from `working`; the first driver has the first dispatcher of
 * that list.
 */
export function driversOf(
  random: Random,
  size: { readonly count: number; readonly working: readonly number[]; readonly calendar: Calendar },
  hire: (areaCode: string) => SeedUser,
): SeedDriver[] {
  return stages(random.branch('stages'), size.count).map((stage, index) => {
    const own = random.branch(index)
    const home = own.weighted([
      [own.pick(YARDS), 3],
      [own.pick(CITIES), 2],
    ])
    const position = own.weighted<Position>([
      ['company_driver', 55],
      ['owner_operator', 30],
      ['lease', 15],
    ])
    const runs = planOf(own.branch('duty'), workingLife(own, stage, position, home), index === 0)
    const isAlone = index > 0 && (stage === 'new' ? own.chance(0.8) : own.chance(0.03))
    return {
      id: index + 1,
      user_id: hire(home.areaCode).id,
      dispatcher_id: isAlone ? null : index === 0 ? (size.working[0] ?? null) : own.pick(size.working),
      ...statusToday(runs, size.calendar),
      position,
      gomotive_id: stage === 'new' ? null : 1_180_000 + index * 7,
      pilot_flying_j_driver: stage === 'new' ? null : 4_402_100 + index * 13,
      miles_driven: milesOf(own, runs),
      med_expire: expiry(own, size.calendar, 720),
      cdl_expire: expiry(own, size.calendar, 1500),
      rate: rateOf(own, position),
      runs,
      stage,
    }
  })
}
