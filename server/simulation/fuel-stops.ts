import { CITIES } from './freight-map.ts'
import type { Random } from './random.ts'
import type { DrivenDay } from './trips.ts'

/** What was bought at one stop; `amount` in dollars, after the fleet's discount. */
export interface FuelStop {
  readonly offset: number
  readonly gallons: number
  readonly amount: number
  readonly site: string
}

/** Nobody's names: real chains have nothing to do with this company. */
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

/** One travel center a city, always the same: fleets have agreements. */
function sitesByCity(random: Random): ReadonlyMap<string, string> {
  return new Map(
    CITIES.map(({ name }) => [name, `${random.branch(name).pick(HOUSES)} Travel Center, ${name}`] as const),
  )
}

const cents = (dollars: number) => Math.round(dollars * 100) / 100

/** Dollars a gallon at the pump: prices drift by the season and differ by the place. */
const pumpPrice = (random: Random, offset: number) => 3.8 + 0.35 * Math.sin(offset / 40) + random.whole(-25, 25) / 100

/** Makes a driver's fuel stops of the days on which the truck rolled: one about every 900 miles. */
export function fuelStops(random: Random) {
  const sites = sitesByCity(random)
  return function* (own: Random, days: Iterable<DrivenDay>): Generator<FuelStop> {
    const range = () => own.whole(820, 980)
    let due = range()
    let since = own.whole(0, 800)
    for (const { offset, miles, trip } of days) {
      since += miles
      if (since < due) continue
      const milesAGallon = own.whole(62, 74) / 10
      const gallons = Math.round(Math.min(150, Math.max(80, due / milesAGallon)) * 1000) / 1000
      const price = pumpPrice(own, offset) - own.whole(20, 45) / 100
      const city = own.pick([trip.origin, trip.destination])
      yield { offset, gallons, amount: cents(gallons * price), site: sites.get(city.name) ?? city.name }
      since -= due
      due = range()
    }
  }
}

/** A reefer's own tank lasts so many days on the road; so much goes in then, and dyed diesel costs less by the road tax. */
const REEFER_DAYS = [2, 4] as const
const REEFER_GALLONS = [28, 46] as const
const ROAD_TAX = 0.58

/** Makes the stops at which a reefer's cooling unit got fuel, of the days on which the trailer rolled. */
export function reeferStops(random: Random) {
  const sites = sitesByCity(random)
  return function* (own: Random, days: Iterable<DrivenDay>): Generator<FuelStop> {
    let left = own.whole(...REEFER_DAYS)
    for (const { offset, trip } of days) {
      left--
      if (left > 0) continue
      const gallons = own.whole(REEFER_GALLONS[0] * 1000, REEFER_GALLONS[1] * 1000) / 1000
      const city = own.pick([trip.origin, trip.destination])
      const amount = cents(gallons * (pumpPrice(own, offset) - ROAD_TAX))
      yield { offset, gallons, amount, site: sites.get(city.name) ?? city.name }
      left = own.whole(...REEFER_DAYS)
    }
  }
}
