import type { Random } from '../random.ts'
import type { Place } from './great-circle.ts'

export interface City extends Place {
  /** `Joliet IL` */
  readonly name: string
  readonly areaCode: string
  /** The city's truck stop, where a truck without a load waits. */
  readonly truckStop: string
}

const city = (name: string, latitude: number, longitude: number, areaCode: string, truckStop: string): City => ({
  name,
  latitude,
  longitude,
  areaCode,
  truckStop,
})

/**
 * Where the company's freight starts and ends: Midwest, Texas triangle, Southeast, I-80 corridor, parts of the coasts.
 */
export const CITIES: readonly [City, ...City[]] = [
  city('Joliet IL', 41.53, -88.08, '815', "Love's Joliet"),
  city('Chicago IL', 41.84, -87.68, '773', 'TA Chicago North'),
  city('Rockford IL', 42.27, -89.09, '779', 'Petro Rochelle'),
  city('Effingham IL', 39.12, -88.54, '618', 'Petro Effingham'),
  city('Gary IN', 41.59, -87.35, '219', 'Petro Gary'),
  city('Indianapolis IN', 39.77, -86.16, '317', 'Pilot Whitestown'),
  city('Fort Wayne IN', 41.08, -85.14, '260', "Love's Fort Wayne"),
  city('Louisville KY', 38.25, -85.76, '502', 'Pilot Simpsonville'),
  city('Columbus OH', 39.96, -82.99, '614', 'TA London OH'),
  city('Toledo OH', 41.65, -83.54, '419', 'Petro Stony Ridge'),
  city('Detroit MI', 42.33, -83.05, '313', 'TA Monroe MI'),
  city('Grand Rapids MI', 42.96, -85.67, '616', 'TA Grand Rapids'),
  city('Milwaukee WI', 43.04, -87.91, '414', 'Petro Racine'),
  city('Green Bay WI', 44.51, -88.01, '920', 'Kwik Trip De Pere'),
  city('Minneapolis MN', 44.98, -93.27, '612', 'TA Rogers'),
  city('Des Moines IA', 41.59, -93.62, '515', 'TA Altoona'),
  city('Davenport IA', 41.52, -90.58, '563', 'Iowa 80 Walcott'),
  city('St. Louis MO', 38.63, -90.2, '314', 'TA Foristell'),
  city('Kansas City MO', 39.1, -94.58, '816', 'Petro Oak Grove'),
  city('Omaha NE', 41.26, -95.94, '402', 'Sapp Bros Omaha'),
  city('Memphis TN', 35.15, -90.05, '901', 'Petro West Memphis'),
  city('Nashville TN', 36.16, -86.78, '615', 'TA Antioch'),
  city('Knoxville TN', 35.96, -83.92, '865', 'Petro Knoxville'),
  city('Little Rock AR', 34.75, -92.29, '501', 'Petro North Little Rock'),
  city('Bentonville AR', 36.37, -94.21, '479', 'Pilot Springdale'),
  city('Tulsa OK', 36.15, -95.99, '918', 'QuikTrip Catoosa'),
  city('Oklahoma City OK', 35.47, -97.52, '405', "Love's OKC West"),
  city('Dallas TX', 32.78, -96.8, '214', 'TA Dallas South'),
  city('Houston TX', 29.76, -95.37, '713', 'TA Baytown'),
  city('San Antonio TX', 29.42, -98.49, '210', 'Petro San Antonio'),
  city('Laredo TX', 27.53, -99.49, '956', 'TA Laredo'),
  city('El Paso TX', 31.76, -106.49, '915', 'Petro El Paso'),
  city('Atlanta GA', 33.75, -84.39, '404', 'Petro Atlanta'),
  city('Savannah GA', 32.08, -81.09, '912', 'TA Savannah'),
  city('Birmingham AL', 33.52, -86.8, '205', 'Pilot Bessemer'),
  city('Jacksonville FL', 30.33, -81.66, '904', 'TA Jacksonville South'),
  city('Charlotte NC', 35.23, -80.84, '704', 'Pilot Concord'),
  city('Greenville SC', 34.85, -82.4, '864', 'Flying J Spartanburg'),
  city('Harrisburg PA', 40.27, -76.88, '717', 'Petro Carlisle'),
  city('Newark NJ', 40.74, -74.17, '973', 'TA Bloomsbury'),
  city('Buffalo NY', 42.89, -78.88, '716', 'TA Dansville'),
  city('Denver CO', 39.74, -104.99, '303', 'TA Commerce City'),
  city('Salt Lake City UT', 40.76, -111.89, '801', 'Flying J Lake Point'),
  city('Phoenix AZ', 33.45, -112.07, '602', 'Petro Eloy'),
  city('Ontario CA', 34.06, -117.65, '909', 'TA Ontario West'),
  city('Stockton CA', 37.96, -121.29, '209', "Love's Ripon"),
]

/** Cities with a company yard. Trucks and trailers wait there, and weeks begin there. */
export const YARDS: readonly City[] = CITIES.slice(0, 14)

// biome-ignore format: a list to read across
const CONSIGNEES = [
  'Walmart DC #6', 'Target DC T-3', 'Home Depot RDC #5', "Lowe's RDC #9", 'Costco Depot #1', 'Dollar General DC #2',
  'Kroger DC #8', 'Menards DC #7', 'Amazon FC #4',
]
// biome-ignore format: a list to read across
const SHIPPERS = [
  'Sysco', 'US Foods', 'Frito-Lay', 'PepsiCo', 'Tyson', 'Georgia-Pacific', 'International Paper', 'Whirlpool', 'Kellogg',
  'Anheuser-Busch', 'Smithfield', 'Cargill', 'Procter & Gamble', 'Lineage Cold Storage', 'Nestlé', 'Graphic Packaging',
]

/** The docks that the company serves in each city. They never change, because the freight is regular. */
export function docksByCity(random: Random): ReadonlyMap<City, readonly string[]> {
  const docks = (place: City) => {
    const own = random.branch(place.name)
    const stores = own.shuffled(CONSIGNEES).slice(0, 2)
    return [...stores.map((name) => `${name}${own.whole(100, 999)}`), ...own.shuffled(SHIPPERS).slice(0, 3)]
  }
  return new Map(CITIES.map((place) => [place, docks(place)]))
}
