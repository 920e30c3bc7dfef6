/** Degrees. */
export interface LatLon {
  readonly lat: number
  readonly lon: number
}

/** The point at a share (0 to 1) of the way between two places that are close together. */
export const placeBetween = (from: LatLon, to: LatLon, share: number): LatLon => ({
  lat: from.lat + (to.lat - from.lat) * share,
  lon: from.lon + (to.lon - from.lon) * share,
})

/** The specification's value: 1.1515 miles per minute of arc, slightly more than on the real earth. */
const MILES_A_DEGREE = 60 * 1.1515
const DEGREE = Math.PI / 180

/**
 * Great-circle miles between two places. The half-angle formula is exact for places that are equal or nearly equal. The
 * arc cosine would put them a few inches apart, and a path contains thousands of such points.
 */
export function milesBetween(a: LatLon, b: LatLon): number {
  const half = (from: number, to: number) => Math.sin(((to - from) * DEGREE) / 2) ** 2
  const share = half(a.lat, b.lat) + Math.cos(a.lat * DEGREE) * Math.cos(b.lat * DEGREE) * half(a.lon, b.lon)
  // For places on opposite sides of the earth, rounding can yield more than 1.
  return ((2 * Math.asin(Math.min(1, Math.sqrt(share)))) / DEGREE) * MILES_A_DEGREE
}

/** Initial direction from one place to another: degrees clockwise from north, 0 to 360. */
export function bearingTo(from: LatLon, to: LatLon): number {
  const east = (to.lon - from.lon) * DEGREE
  const [start, end] = [from.lat * DEGREE, to.lat * DEGREE]
  const y = Math.sin(east) * Math.cos(end)
  const x = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(east)
  return (Math.atan2(y, x) / DEGREE + 360) % 360
}
