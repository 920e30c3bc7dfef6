import { pointAt, roadBetween } from '#server/demo/roads/road-map.ts'
import type { Random } from '../random.ts'
import { remembering } from './remembering.ts'
import { commonChance } from './rolling-weeks.ts'
import type { DrivenDay } from './trips.ts'

/** The fuel bought at one stop. `amount` is in dollars, after the fleet's discount. */
export interface Purchase {
  readonly offset: number
  readonly gallons: number
  readonly amount: number
  readonly site: string
}

/** A fill of a truck's tank, `at` miles into its day. */
export interface FuelStop extends Purchase {
  readonly at: number
}

/** Invented names: real chains have nothing to do with this company. */
const HOUSES = [
  'Blue Heron',
  'Lone Oak',
  'Copper Mile',
  'Ridgeline',
  'Red Barn',
  'Twin Rivers',
  'Old Mill',
  'Windmill Junction',
  'Gray Goose',
  'Sunrise Fork',
] as const
const MAX_SITES = 5000

const HOUSES_OF_TOWNS = commonChance().branch('sites')

/** Each town has one travel center, always the same: fleets have agreements with certain chains. */
const siteIn = remembering(MAX_SITES, (town: string) => ({
  name: `${HOUSES_OF_TOWNS.branch(town).pick(HOUSES)} Travel Center, ${town}`,
}))

const cents = (dollars: number) => Math.round(dollars * 100) / 100

/** Dollars per gallon at the pump. Prices drift with the season and vary at random. */
const pumpPrice = (random: Random, offset: number) => 3.8 + 0.35 * Math.sin(offset / 40) + random.whole(-25, 25) / 100

/** Average miles between two fills, and the largest deviation. */
const MILES_APART = 900
const GIVE = 40
/** No truck stops for fuel this close to the beginning or end of its day. */
const EDGE_MILES = 12

/**
 * The n-th fill of a truck, drawn at random: `mark` is in miles since the truck's first day, with the miles per gallon.
 */
function fill(own: Random, phase: number, n: number) {
  const chance = own.branch(n)
  const mark = n * MILES_APART + chance.whole(-GIVE, GIVE) - phase
  return { mark, milesAGallon: chance.whole(62, 74) / 10, chance }
}

/** The next fill: `mark` is its mile and `gallons` its amount. `since` is the mile of the fill before it. */
export interface NextFill {
  readonly since: number
  readonly mark: number
  readonly gallons: number
  /** Random source for the remaining details of this fill. */
  readonly chance: Random
}

/** `own` is the truck's permanent random source. `behind` is its miles since its first day. */
export function nextFill(own: Random, behind: number): NextFill {
  const phase = own.branch('phase').whole(0, 800)
  let n = Math.ceil((behind + phase - GIVE) / MILES_APART)
  while (fill(own, phase, n).mark <= behind) n++
  const { mark: since } = fill(own, phase, n - 1)
  const { mark, milesAGallon, chance } = fill(own, phase, n)
  const gallons = Math.round(Math.min(150, Math.max(80, (mark - since) / milesAGallon)) * 1000) / 1000
  return { since, mark, gallons, chance }
}

/** The mile of the day at which a truck stops for fuel; null on a day without a fuel stop. */
export function fuelMile({ mark }: NextFill, behind: number, miles: number): number | null {
  if (mark * 10 > Math.round((behind + miles) * 10)) return null
  const edge = Math.min(EDGE_MILES, miles / 3)
  return Math.min(miles - edge, Math.max(edge, mark - behind))
}

function siteAt({ before, trip }: DrivenDay, at: number): string {
  const road = roadBetween(trip.origin, trip.destination)
  return siteIn(pointAt(road, ((before + at) / trip.miles) * road.miles).near).name
}

/**
 * A truck's fuel stops on its driving days, about one every 900 miles. `behind` is its miles before the first of these
 * days. Offsets count from the day on which prices are at their seasonal mean.
 */
export function* fuelStops(own: Random, days: Iterable<DrivenDay>, behind = 0): Generator<FuelStop> {
  let rolled = behind
  for (const day of days) {
    const next = nextFill(own, rolled)
    const at = fuelMile(next, rolled, day.miles)
    rolled = Math.round((rolled + day.miles) * 10) / 10
    if (at === null) continue
    const { gallons, chance } = next
    const price = pumpPrice(chance, day.offset) - chance.whole(20, 45) / 100
    yield { offset: day.offset, at, gallons, amount: cents(gallons * price), site: siteAt(day, at) }
  }
}

/**
 * A reefer's own tank: days on the road per fill, gallons per fill. Dyed diesel saves the road tax, in dollars per
 * gallon.
 */
const REEFER_DAYS = [2, 4] as const
const REEFER_GALLONS = [28, 46] as const
const ROAD_TAX = 0.58

/** The stops at which a reefer's cooling unit is fueled. `days` are the days on which the trailer rolled. */
export function* reeferStops(own: Random, days: Iterable<DrivenDay>): Generator<Purchase> {
  let daysUntilStop = own.whole(...REEFER_DAYS)
  for (const day of days) {
    daysUntilStop--
    if (daysUntilStop > 0) continue
    const { offset, miles } = day
    const gallons = own.whole(REEFER_GALLONS[0] * 1000, REEFER_GALLONS[1] * 1000) / 1000
    const site = siteAt(day, own.chance(0.5) ? 0 : miles)
    const amount = cents(gallons * (pumpPrice(own, offset) - ROAD_TAX))
    yield { offset, gallons, amount, site }
    daysUntilStop = own.whole(...REEFER_DAYS)
  }
}
