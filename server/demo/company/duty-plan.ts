import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { citiesWithin, roadMiles, tripDays } from '#server/demo/days/trip-miles.ts'
import type { Random } from '#server/demo/random.ts'
import type { City } from '#server/demo/roads/freight-map.ts'
import { EARLIEST_OFFSET, LATEST_OFFSET } from './calendar.ts'

/** What a run of days is about; several of them have the same status on the wire. */
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

/** Days in a row with one reason, from and to as offsets from today, both included. */
export interface DutyRun {
  readonly occasion: Occasion
  readonly status: DutyStatus
  readonly from: number
  readonly to: number
  /** Where it starts, and where it ends; the same place when nothing moves. */
  readonly origin: City
  readonly destination: City
  readonly miles: number
}

export interface WorkingLife {
  readonly home: City
  /** Offset of the first day with the company; before it there is no schedule. */
  readonly hired: number
  /** Offset of the day on which leaving began, if it has. */
  readonly leaving: number | null
  /** Days out before home time, and days at home. */
  readonly out: readonly [number, number]
  readonly rest: readonly [number, number]
}

/** In days; nobody takes a load that is longer under way. */
const MAX_TRIP = 3

/** One driver's days from the first to the last that any calendar can show, without a hole between hiring and leaving. */
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

/** The runs so far, and where the truck stands after them. */
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

  /** Trips, waits and resets until about `until`; the last trip goes home. */
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

  /** Leaving runs past the plan's end: it is what ended it. */
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

/** The run that a day falls in; throws when the driver was not with the company that day. */
export function runOn(runs: readonly DutyRun[], offset: number): DutyRun {
  const found = runs.find((run) => run.from <= offset && offset <= run.to)
  if (!found) throw new Error(`no duty on day ${offset}`)
  return found
}

/** A run as it stands in the plan ahead: a dispatcher knows a trip or leave early, but nobody plans to wait. */
export function foreseen(run: DutyRun): DutyRun {
  const isSurprise = run.from > 0 && (run.occasion === 'dock' || run.occasion === 'shop')
  return isSurprise ? { ...run, occasion: 'haul', status: STATUS_OF.haul } : run
}

/** First and last offset around `offset` with the same status, over neighboring runs. */
export function statusSpan(runs: readonly DutyRun[], offset: number): { readonly from: number; readonly to: number } {
  const at = runs.indexOf(runOn(runs, offset))
  const status = runs[at]?.status
  let first = at
  let last = at
  while (runs[first - 1]?.status === status) first--
  while (runs[last + 1]?.status === status) last++
  return { from: runs[first]?.from ?? offset, to: runs[last]?.to ?? offset }
}
