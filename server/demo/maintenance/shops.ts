import type { Random } from '#server/demo/random.ts'

/** The shop of work that the carrier's own people do in its yard. */
export const OWN_YARD = 'Own yard'

/** Invented shops by trade, each with the mechanic who signs for its work. */
const SHOPS = {
  truck: [
    ['Joliet Truck Care', 'Hank Duvall'],
    ['Kankakee Diesel Works', 'Luis Barrera'],
    ['Prairie Fleet Service', 'Dan Ostrowski'],
    ['Calumet Truck & Axle', 'Marcus Bell'],
    ['Three Corners Truck Repair', 'Wes Haldane'],
    [OWN_YARD, 'Ray Kimball'],
  ],
  trailer: [
    ['Blue Mound Trailer Repair', 'Tony Gutierrez'],
    ['Calumet Truck & Axle', 'Marcus Bell'],
    ['Will County Trailer', 'Pete Sandoval'],
    [OWN_YARD, 'Ray Kimball'],
  ],
  tires: [
    ['Sixteen Ply Tire', 'Curt Nilsen'],
    ['Des Plaines Commercial Tire', 'Joe Abruzzo'],
    ['Roadline Tire Service', 'Bobby Tate'],
  ],
  reefer: [
    ['Lakeline Reefer Service', 'Stan Wojcik'],
    ['Cold Chain Mechanics', 'Gene Pruitt'],
  ],
} as const
export type Trade = keyof typeof SHOPS

/** A shop of a trade, with its mechanic. */
export function shopOf(random: Random, trade: Trade): { readonly career: string; readonly mechanic: string } {
  const [career, mechanic] = random.pick<readonly [string, string]>(SHOPS[trade])
  return { career, mechanic }
}

/** The price of work in dollars: quarter hours of labor at the shop's rate, plus parts at odd prices. */
export function priceOf(random: Random, hours: readonly [number, number], parts: readonly [number, number]): number {
  const labour = random.whole(hours[0] * 4, hours[1] * 4) * random.pick([29.5, 31.25, 34, 36.75])
  return Math.round((labour + random.whole(parts[0] * 100, parts[1] * 100) / 100) * 100) / 100
}
