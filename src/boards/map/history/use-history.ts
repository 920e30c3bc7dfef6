import type { DrivingPeriod } from '#contract/boards/telematics.ts'
import { type Track, trackOf } from '#src/map/track/track.ts'
import { clipped, type TrackPoint } from '#src/map/track/track-point.ts'
import { type Reading, useReading, useSameQuery } from '#src/offline/reading/use-reading.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'
import { drivingPeriodsOf, pathOf } from './history-queries.ts'
import type { HistorySubject } from './history-subject.ts'
import { spanOf } from './path-points.ts'

/** What is looked at: of the range one driving period by its id, or all of it. */
export interface HistoryChoice {
  readonly subject: HistorySubject
  readonly range: DateRange
  readonly period: number | null
}

/** What is known of somebody's past; null for what is not here yet. */
export interface ReadHistory {
  readonly periods: readonly DrivingPeriod[] | null
  readonly periodsReading: Reading
  /** The one that is chosen, if it is of these days. */
  readonly chosen: DrivingPeriod | null
  /** The path of what is chosen. */
  readonly track: Track | null
  readonly pathReading: Reading
}

/** Of each path the part that was asked for last: the panel and the map ask for the same. */
const tracks = new WeakMap<readonly TrackPoint[], { readonly of: DrivingPeriod | null; readonly track: Track }>()

function trackIn(points: readonly TrackPoint[], period: DrivingPeriod | null): Track {
  const known = tracks.get(points)
  if (known?.of === period) return known.track
  const track = trackOf(period === null ? points : clipped(points, [spanOf(period)]))
  tracks.set(points, { of: period, track })
  return track
}

/** Reads it from memory, from this device, from the server; whatever is there first is shown. */
export function useHistory({ subject, range, period }: HistoryChoice): ReadHistory {
  const { options } = useSameQuery(drivingPeriodsOf(subject, range))
  const { known: told, ...periodsReading } = useReading({ ...options, enabled: subject.kind !== 'asset' })
  const { known: path, ...pathReading } = useReading(useSameQuery(pathOf(subject, range)).options)
  const periods = told?.data.rows ?? null
  const chosen = periods?.find(({ id }) => id === period) ?? null
  const points = path?.data.rows
  // Else all of the path would be there for a moment, and then a part of it.
  const isWaited = period !== null && periods === null && periodsReading.state === 'loading'
  const track = points === undefined || isWaited ? null : trackIn(points, chosen)
  return { periods, periodsReading, chosen, track, pathReading }
}
