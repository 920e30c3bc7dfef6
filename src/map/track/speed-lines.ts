import { speedFrom } from './place-at.ts'
import type { Track } from './track.ts'

/** Latitude and longitude, as the map library takes them. */
export type Place = [number, number]

/** The upper ends of what is drawn in one color, in miles an hour; the last has none. */
export const SPEED_STEPS = [15, 40, 60, Number.POSITIVE_INFINITY] as const

/** What is drawn of a path. Each line is a row of places. */
export interface SpeedLines {
  /** All that was driven, from gap to gap. */
  readonly driven: readonly (readonly Place[])[]
  /** The same by the steps of its speed. */
  readonly bySpeed: readonly (readonly (readonly Place[])[])[]
  /** Straight over what nobody knows. */
  readonly gaps: readonly (readonly Place[])[]
}

export const stepOf = (speed: number): number => SPEED_STEPS.findIndex((most) => speed < most)

/** Takes a path apart into lines of one look each: a few, however many points it has. */
export function speedLines(track: Track): SpeedLines {
  const driven: Place[][] = []
  const bySpeed: Place[][][] = SPEED_STEPS.map(() => [])
  const gaps: Place[][] = []
  let [line, step]: [Place[] | null, number] = [null, -1]
  for (const [index, point] of track.points.entries()) {
    const next = track.points[index + 1]
    if (next === undefined) break
    const [here, there]: [Place, Place] = [
      [point.lat, point.lon],
      [next.lat, next.lon],
    ]
    if (track.gaps.has(index)) {
      gaps.push([here, there])
      line = null
      continue
    }
    if (line === null) driven.push([here])
    driven.at(-1)?.push(there)
    const now = stepOf(speedFrom(track, index))
    if (line === null || now !== step) {
      line = [here]
      bySpeed[now]?.push(line)
      step = now
    }
    line.push(there)
  }
  return { driven, bySpeed, gaps }
}
