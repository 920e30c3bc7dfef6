/**
 * Coordinates in thousandths of a degree: latitude and longitude of the first point, then the difference to each next
 * one.
 */
export type EncodedLine = readonly number[]

/** The basemap in its compact shipped form. `decodeBasemap` converts it for drawing. */
export interface EncodedBasemap {
  /** Closed outlines of the land. An area inside two outlines is a hole. */
  readonly land: readonly EncodedLine[]
  /** Borders between states. */
  readonly borders: readonly EncodedLine[]
  /** Names of towns and junctions (`Joliet IL`), and all their positions as one line. */
  readonly places: { readonly names: readonly string[]; readonly at: EncodedLine }
  /**
   * Cities as indexes into `places`, by rank: known everywhere, very large, large. Each rank has the most important
   * first.
   */
  readonly ranked: readonly (readonly number[])[]
  /** Roads: the name (`I-80`) and the indexes of the places along the road. */
  readonly roads: readonly (readonly [name: string, places: readonly number[]])[]
  /** Two-letter codes of the states, and the positions of these labels. */
  readonly states: { readonly codes: readonly string[]; readonly at: EncodedLine }
}

export interface LatLon {
  readonly latitude: number
  readonly longitude: number
}

const STEPS = 1000

/**
 * Points are exact to half a thousandth of a degree, about fifty yards. Rounding errors do not add up along the line.
 */
export function encodeLine(points: readonly LatLon[]): EncodedLine {
  const encoded: number[] = []
  let [north, east] = [0, 0]
  for (const { latitude, longitude } of points) {
    const [y, x] = [Math.round(latitude * STEPS), Math.round(longitude * STEPS)]
    encoded.push(y - north, x - east)
    north = y
    east = x
  }
  return encoded
}

export function decodeLine(encoded: EncodedLine): readonly LatLon[] {
  const points: LatLon[] = []
  let [north, east] = [0, 0]
  for (let at = 0; at < encoded.length; at += 2) {
    north += encoded[at] ?? 0
    east += encoded[at + 1] ?? 0
    points.push({ latitude: north / STEPS, longitude: east / STEPS })
  }
  return points
}
