/** Degrees. */
export interface LatLon {
  readonly lat: number
  readonly lon: number
}

/** A share of the way from a place to another that is near. */
export const placeBetween = (from: LatLon, to: LatLon, share: number): LatLon => ({
  lat: from.lat + (to.lat - from.lat) * share,
  lon: from.lon + (to.lon - from.lon) * share,
})

/** The specification's: 1.1515 miles a minute of arc, which is a little more than the earth has. */
const MILES_A_DEGREE = 60 * 1.1515
const DEGREE = Math.PI / 180

/**
 * Great-circle miles between two places. By half angles: the arc cosine would give places that are the same, or all but, a
 * few inches apart, and thousands of them stand in one path.
 */
export function milesBetween(a: LatLon, b: LatLon): number {
  const half = (from: number, to: number) => Math.sin(((to - from) * DEGREE) / 2) ** 2
  const share = half(a.lat, b.lat) + Math.cos(a.lat * DEGREE) * Math.cos(b.lat * DEGREE) * half(a.lon, b.lon)
  // Rounding may take it beyond 1 where two places face each other through the earth.
  return ((2 * Math.asin(Math.min(1, Math.sqrt(share)))) / DEGREE) * MILES_A_DEGREE
}

/** In which direction one sets out for another place: degrees clockwise from north, 0 to 360. */
export function bearingTo(from: LatLon, to: LatLon): number {
  const east = (to.lon - from.lon) * DEGREE
  const [start, end] = [from.lat * DEGREE, to.lat * DEGREE]
  const y = Math.sin(east) * Math.cos(end)
  const x = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(east)
  return (Math.atan2(y, x) / DEGREE + 360) % 360
}
