import type { City } from '#server/demo/roads/freight-map.ts'
import { crowMiles, type Place } from '#server/demo/roads/great-circle.ts'
import { milesByDay, type Trip } from './trips.ts'

interface Plaza extends Place {
  readonly name: string
}

/** A toll road as a chain of plazas, each an entry and exit. `rate` is in dollars per mile for five axles. */
interface TollRoad {
  readonly agency: string
  readonly rate: number
  readonly plazas: readonly Plaza[]
}

const road = (agency: string, rate: number, ...plazas: readonly (readonly [string, number, number])[]): TollRoad => ({
  agency,
  rate,
  plazas: plazas.map(([name, latitude, longitude]) => ({ name, latitude, longitude })),
})

/** Plaza positions are approximate. Rates have a realistic size but are not actual tariffs. */
// biome-ignore format: a map to read across
const ROADS: readonly TollRoad[] = [
  road('Illinois Tollway', 0.34, ['Lincoln Oasis', 41.57, -87.6], ['Hinsdale', 41.78, -87.91], ['Waukegan', 42.4, -87.95]),
  road('Illinois Tollway', 0.3, ['Elgin', 42.06, -88.28], ['Marengo', 42.23, -88.6], ['South Beloit', 42.48, -88.99]),
  road('Illinois Tollway', 0.3, ['Aurora', 41.8, -88.32], ['DeKalb', 41.9, -88.75], ['Dixon', 41.82, -89.48]),
  road('Indiana Toll Road', 0.42, ['Gary West', 41.6, -87.4], ['South Bend', 41.74, -86.28], ['Eastpoint', 41.74, -84.81]),
  road('Ohio Turnpike', 0.22, ['Westgate', 41.6, -84.8], ['Stony Ridge', 41.52, -83.52], ['Elyria', 41.41, -82.08],
    ['Strongsville', 41.28, -81.82], ['Eastgate', 40.93, -80.6]),
  road('PA Turnpike', 0.5, ['Gateway', 40.9, -80.5], ['New Stanton', 40.22, -79.61], ['Breezewood', 40.0, -78.24],
    ['Carlisle', 40.23, -77.13], ['Harrisburg East', 40.21, -76.79], ['Valley Forge', 40.09, -75.4], ['Delaware River', 40.12, -74.85]),
  road('NJ Turnpike', 0.4, ['Deepwater', 39.68, -75.48], ['Mount Laurel', 39.93, -74.96], ['New Brunswick', 40.47, -74.4],
    ['Newark 14', 40.7, -74.15]),
  road('NY Thruway', 0.27, ['Ripley', 42.24, -79.73], ['Williamsville', 42.95, -78.72], ['Syracuse', 43.09, -76.15],
    ['Albany 24', 42.69, -73.85], ['Woodbury', 41.35, -74.13]),
  road('West Virginia Turnpike', 0.44, ['Princeton', 37.37, -81.1], ['Chelyan', 38.2, -81.5]),
  road('Kansas Turnpike', 0.2, ['Kansas City', 39.11, -94.72], ['East Topeka', 39.02, -95.62], ['Emporia', 38.42, -96.22],
    ['East Wichita', 37.66, -97.22], ['Southern Terminal', 37.03, -97.34]),
  road('Oklahoma Turnpike', 0.21, ['Turner West', 35.66, -97.4], ['Stroud', 35.75, -96.65], ['Turner East', 36.06, -96.06]),
  road('Oklahoma Turnpike', 0.21, ['Will Rogers West', 36.18, -95.72], ['Vinita', 36.63, -95.15], ['Will Rogers East', 36.93, -94.68]),
  road('Oklahoma Turnpike', 0.23, ['Indian Nation North', 35.42, -95.98], ['Hugo', 34.05, -95.5]),
  road('TxTag SH 130', 0.48, ['Seguin', 29.6, -97.95], ['Mustang Ridge', 30.05, -97.69], ['Georgetown', 30.68, -97.65]),
]

/** The toll for one passage. `at` is its position on the lane, from 0 to 1. `amount` is in dollars. */
interface LaneToll {
  readonly at: number
  readonly agency: string
  readonly plaza: string
  readonly amount: number
}

/** One toll passage of a trip. `offset` is its day. */
export interface Passage {
  readonly offset: number
  readonly agency: string
  readonly plaza: string
  readonly amount: number
}

/**
 * A toll road is used only if the detour stays within both limits: `DETOUR` times the direct way plus `DETOUR_MILES`,
 * and the direct way plus `DETOUR_FOR_IT` of the miles on the toll road.
 */
const DETOUR = 1.05
const DETOUR_MILES = 6
const DETOUR_FOR_IT = 0.3
/** A shorter stretch of a toll road is not used. */
const MIN_MILES = 18
/** Road miles per straight-line mile. */
const WINDING = 1.12

interface Stretch extends LaneToll {
  readonly miles: number
  readonly until: number
}

/** The longest stretch of a toll road on the way between two cities, or null. */
function stretchOn(from: City, to: City, { agency, rate, plazas }: TollRoad): Stretch | null {
  const whole = crowMiles(from, to)
  let best: Stretch | null = null
  for (const entry of plazas) {
    const before = crowMiles(from, entry)
    for (const exit of plazas) {
      const miles = crowMiles(entry, exit)
      if (miles < MIN_MILES || miles <= (best?.miles ?? 0)) continue
      const way = before + miles + crowMiles(exit, to)
      if (way > Math.min(whole * DETOUR + DETOUR_MILES, whole + miles * DETOUR_FOR_IT)) continue
      const amount = Math.round(miles * WINDING * rate * 100) / 100
      const plaza = `${entry.name} – ${exit.name}`
      best = { agency, plaza, amount, miles, at: before / way, until: (before + miles) / way }
    }
  }
  return best
}

/** The toll roads of a lane, in driving order. Of two overlapping stretches only the longer one is used. */
function tollsOfLane(from: City, to: City): readonly LaneToll[] {
  const candidates = ROADS.map((one) => stretchOn(from, to, one)).filter((one) => one !== null)
  const stretches: Stretch[] = []
  for (const one of candidates.toSorted((a, b) => b.miles - a.miles)) {
    if (stretches.every((other) => one.until <= other.at + 0.02 || one.at >= other.until - 0.02)) stretches.push(one)
  }
  return stretches.toSorted((a, b) => a.at - b.at)
}

const LANES = new Map<City, Map<City, readonly LaneToll[]>>()

/** `tollsOfLane`, computed once for each lane of the map. */
function knownTolls(from: City, to: City): readonly LaneToll[] {
  const lanes = LANES.get(from) ?? new Map<City, readonly LaneToll[]>()
  const known = lanes.get(to) ?? tollsOfLane(from, to)
  LANES.set(from, lanes.set(to, known))
  return known
}

/** The day of a trip on which it passes mile `behind`, from 0; null if the trip did not get that far. */
function dayAt(days: readonly number[], behind: number): number | null {
  let rolled = 0
  for (const [day, miles] of days.entries()) {
    rolled += miles
    if (behind < rolled) return day
  }
  return null
}

/** The tolls of a trip, each on the day on which the truck passed. */
export function* passagesOf(trip: Trip): Generator<Passage> {
  const tolls = knownTolls(trip.origin, trip.destination)
  if (tolls.length === 0) return
  const days = milesByDay(trip)
  for (const { at, agency, plaza, amount } of tolls) {
    const day = dayAt(days, at * trip.miles)
    if (day !== null) yield { offset: trip.from + day, agency, plaza, amount }
  }
}
