import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { citiesWithin, roadMiles, tripDays } from '#server/demo/days/trip-miles.ts'
import type { Random } from '#server/demo/random.ts'
import type { City } from '#server/demo/roads/freight-map.ts'
import { EARLIEST_OFFSET, LATEST_OFFSET } from './calendar.ts'

/** The reason for a run of days. Several reasons have the same status on the wire. */
type Occasion = 'haul' | 'home' | 'vacation' | 'dock' | 'reset' | 'shop' | 'orientation' | 'leaving'

const STATUS_OF: Readonly<Record<Occasion, DutyStatus>> = {
  haul: 'on_the_road',
  home: 'on_vacation',
  vacation: 'on_vacation',
  dock: 'detention__layover',
  reset: 'detention__layover',
  shop: 'detention__layover',
  orientation: 'safety_orientation',
  leaving: 'firing_process',
}

/** Consecutive days with one reason. `from` and `to` are offsets from today, both included. */
export interface DutyRun {
  readonly occasion: Occasion
  readonly status: DutyStatus
  readonly from: number
  readonly to: number
  /** Where the run starts and where it ends; the same place when the truck does not move. */
  readonly origin: City
  readonly destination: City
  readonly miles: number
}

export interface WorkingLife {
  readonly home: City
  /** Offset of the first day with the company. Earlier days have no schedule. */
  readonly hired: number
  /** Offset of the day on which leaving began; null for a driver who stays. */
  readonly leaving: number | null
  /** Least and most days out before home time. */
  readonly out: readonly [number, number]
  /** Least and most days of home time. */
  readonly rest: readonly [number, number]
}

/** The longest trip to a stop other than home, in days. */
const MAX_TRIP = 3

/**
 * One driver's days, from the first to the last that any calendar can show. There is no gap between hiring and leaving.
 */
export function planDuty(random: Random, life: WorkingLife): DutyRun[] {
  const start = Math.max(life.hired, EARLIEST_OFFSET - random.whole(0, 20))
  const plan = new Plan(random, life, start)
  if (life.hired >= EARLIEST_OFFSET) plan.stay('orientation', random.whole(3, 5))
  const holiday = random.whole(EARLIEST_OFFSET, LATEST_OFFSET)
  let holidayTaken = false
  while (plan.goesOn) {
    plan.workUntilHome(plan.next + random.whole(...life.out))
    const isHoliday: boolean = !holidayTaken && plan.next >= holiday
    holidayTaken ||= isHoliday
    if (isHoliday) plan.stay('vacation', random.whole(5, 10))
    else plan.stay('home', random.whole(...life.rest))
  }
  if (life.leaving !== null) plan.leave(random.whole(2, 6))
  return plan.runs
}

/** The runs so far, and the place of the truck after them. */
class Plan {
  readonly runs: DutyRun[] = []
  next: number
  readonly #random: Random
  readonly #life: WorkingLife
  readonly #end: number
  #place: City

  constructor(random: Random, life: WorkingLife, start: number) {
    this.#random = random
    this.#life = life
    this.#end = life.leaving === null ? LATEST_OFFSET : life.leaving - 1
    this.#place = life.home
    this.next = start
  }

  get goesOn(): boolean {
    return this.next <= this.#end
  }

  /** Adds trips, waits, resets and repairs until about `until`. The last trip goes home. */
  workUntilHome(until: number): void {
    while (this.goesOn && this.next < until) {
      this.#haul(this.#nextStop(until - this.next))
      if (this.#random.chance(0.13))
        this.stay(
          'dock',
          this.#random.weighted([
            [1, 5],
            [2, 1],
          ]),
        )
      else if (this.#random.chance(0.1)) this.stay('reset', this.#random.whole(1, 2))
      else if (this.#random.chance(0.02)) this.stay('shop', this.#random.whole(1, 3))
    }
    if (this.#place !== this.#life.home) this.#haul(this.#life.home)
  }

  stay(occasion: Occasion, days: number): void {
    this.#add(occasion, days, this.#place, 0)
  }

  /** Adds the days of leaving. They come after the plan's end, which is the day before leaving begins. */
  leave(days: number): void {
    const from = this.next
    const at = { origin: this.#life.home, destination: this.#life.home, miles: 0 }
    this.runs.push({ occasion: 'leaving', status: STATUS_OF.leaving, from, to: from + days, ...at })
    this.next = from + days + 1
  }

  #haul(destination: City): void {
    this.#add('haul', tripDays(this.#place, destination), destination, roadMiles(this.#place, destination))
    this.#place = destination
  }

  #nextStop(daysLeft: number): City {
    const { home } = this.#life
    const inReach = (stop: City) => tripDays(this.#place, stop) + tripDays(stop, home) <= daysLeft
    const stops = citiesWithin(MAX_TRIP, this.#place).filter(inReach)
    if (stops.length > 0) return this.#random.pick(stops)
    return this.#place === home ? this.#random.pick(citiesWithin(1, home)) : home
  }

  #add(occasion: Occasion, days: number, destination: City, miles: number): void {
    if (!this.goesOn) return
    const to = Math.min(this.next + days - 1, this.#end)
    this.runs.push({
      occasion,
      status: STATUS_OF[occasion],
      from: this.next,
      to,
      origin: this.#place,
      destination,
      miles,
    })
    this.next = to + 1
  }
}

/** The run that contains a day; throws when the driver was not with the company that day. */
export function runOn(runs: readonly DutyRun[], offset: number): DutyRun {
  const found = runs.find((run) => run.from <= offset && offset <= run.to)
  if (!found) throw new Error(`no duty on day ${offset}`)
  return found
}

/**
 * A run as the schedule shows it in advance. A dispatcher knows trips and time off early, but no one plans a wait at a
 * dock or a repair: such a run is shown as a trip when it begins after today.
 */
export function foreseen(run: DutyRun): DutyRun {
  const isSurprise = run.from > 0 && (run.occasion === 'dock' || run.occasion === 'shop')
  return isSurprise ? { ...run, occasion: 'haul', status: STATUS_OF.haul } : run
}

/** First and last offset of the days around `offset` that have the same status, across neighboring runs. */
export function statusSpan(runs: readonly DutyRun[], offset: number): { readonly from: number; readonly to: number } {
  const at = runs.indexOf(runOn(runs, offset))
  const status = runs[at]?.status
  let first = at
  let last = at
  while (runs[first - 1]?.status === status) first--
  while (runs[last + 1]?.status === status) last++
  return { from: runs[first]?.from ?? offset, to: runs[last]?.to ?? offset }
}
