/** Coordinates in thousandths of a degree: first a point's latitude and longitude, then by how much each next one differs. */
export type EncodedLine = readonly number[]

/** The basemap as it is shipped, small rather than handy. `decodeBasemap` makes something to draw of it. */
export interface EncodedBasemap {
  /** Outlines of the land, each closed; what lies within two of them is a hole. */
  readonly land: readonly EncodedLine[]
  /** Where two states meet. */
  readonly borders: readonly EncodedLine[]
  /** Towns and junctions, `Joliet IL`, with where all of them are in one line. */
  readonly places: { readonly names: readonly string[]; readonly at: EncodedLine }
  /** Cities by the indexes of their places: those that everybody knows, the larger, the large; each most important first. */
  readonly ranked: readonly (readonly number[])[]
  /** Each road by its name, `I-80`, and the indexes of the places that it leads through. */
  readonly roads: readonly (readonly [name: string, places: readonly number[]])[]
  /** The two letters of each state, and where they may stand. */
  readonly states: { readonly codes: readonly string[]; readonly at: EncodedLine }
}

export interface LatLon {
  readonly latitude: number
  readonly longitude: number
}

const STEPS = 1000

/** Points are right to half a thousandth of a degree, some fifty yards, wherever in the line they stand. */
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
