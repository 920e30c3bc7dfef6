import { speedFrom } from './place-at.ts'
import type { Track } from './track.ts'

/** Latitude and longitude, in the map library's form. */
export type Place = [number, number]

/** The upper limits of the speeds drawn in one color, in miles per hour; the last has no limit. */
export const SPEED_STEPS = [15, 40, 60, Number.POSITIVE_INFINITY] as const

/** The lines of a drawn path. Each line is a list of places. */
export interface SpeedLines {
  /** The driven parts, from gap to gap. */
  readonly driven: readonly (readonly Place[])[]
  /** The driven parts by speed step. */
  readonly bySpeed: readonly (readonly (readonly Place[])[])[]
  /** Straight lines across unknown parts of the path. */
  readonly gaps: readonly (readonly Place[])[]
}

export const stepOf = (speed: number): number => SPEED_STEPS.findIndex((most) => speed < most)

/** Splits a path into lines of one look each: few lines, however many points the path has. */
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
