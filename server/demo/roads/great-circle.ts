/** A position in degrees. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Degrees in the precision of telematics gateways: about a yard. */
export const fiveDigits = (degrees: number): number => Math.round(degrees * 100_000) / 100_000

const EARTH_MILES = 3959
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Straight-line (great-circle) distance in miles. */
export function crowMiles(from: Place, to: Place): number {
  const a =
    Math.sin(radians(to.latitude - from.latitude) / 2) ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(a))
}

/** Length of a degree of longitude relative to a degree of latitude, halfway between two places. */
export const narrowing = (from: Place, to: Place): number => Math.cos(radians((from.latitude + to.latitude) / 2))

/** Direction between two places some miles apart, in degrees clockwise from north, 0 to 360. */
export function bearingTo(from: Place, to: Place): number {
  const east = (to.longitude - from.longitude) * narrowing(from, to)
  const degrees = (Math.atan2(east, to.latitude - from.latitude) * 180) / Math.PI
  return (degrees + 360) % 360
}
