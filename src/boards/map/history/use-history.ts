import type { DrivingPeriod } from '#contract/boards/telematics.ts'
import { type Track, trackOf } from '#src/map/track/track.ts'
import { clipped, type TrackPoint } from '#src/map/track/track-point.ts'
import { type Reading, useReading, useSameQuery } from '#src/offline/reading/use-reading.ts'
import type { DateRange } from '#src/ui/date-selector/range-choice.ts'
import { drivingPeriodsOf, pathOf } from './history-queries.ts'
import type { HistorySubject } from './history-subject.ts'
import { spanOf } from './path-points.ts'

/** The shown history: one driving period of the range (by its id) or the whole range. */
export interface SelectedHistory {
  readonly subject: HistorySubject
  readonly range: DateRange
  readonly period: number | null
}

/** The loaded history; null for parts that are not loaded yet. */
export interface ReadHistory {
  readonly periods: readonly DrivingPeriod[] | null
  readonly periodsReading: Reading
  /** The chosen period, if it is in the range. */
  readonly chosen: DrivingPeriod | null
  /** The path of the chosen period or range. */
  readonly track: Track | null
  readonly pathReading: Reading
}

/** The last requested part of each path, cached because the panel and the map request the same one. */
const tracks = new WeakMap<readonly TrackPoint[], { readonly of: DrivingPeriod | null; readonly track: Track }>()

function trackIn(points: readonly TrackPoint[], period: DrivingPeriod | null): Track {
  const known = tracks.get(points)
  if (known?.of === period) return known.track
  const track = trackOf(period === null ? points : clipped(points, [spanOf(period)]))
  tracks.set(points, { of: period, track })
  return track
}

/** Reads the history from memory, this device or the server, and shows the first result. */
export function useHistory({ subject, range, period }: SelectedHistory): ReadHistory {
  const { options } = useSameQuery(drivingPeriodsOf(subject, range))
  const { known: periodsResult, ...periodsReading } = useReading({ ...options, enabled: subject.kind !== 'asset' })
  const { known: path, ...pathReading } = useReading(useSameQuery(pathOf(subject, range)).options)
  const periods = periodsResult?.data.rows ?? null
  const chosen = periods?.find(({ id }) => id === period) ?? null
  const points = path?.data.rows
  // Otherwise the whole path would be shown for a moment before the chosen part.
  const isWaited = period !== null && periods === null && periodsReading.state === 'loading'
  const track = points === undefined || isWaited ? null : trackIn(points, chosen)
  return { periods, periodsReading, chosen, track, pathReading }
}
