import type { TelematicsFeed } from '#contract/boards/telematics.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import type { QueryData } from '#src/offline/reading/query-data.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { useNow } from '#src/ui/use-now.ts'
import { type Clock, isLate } from './items/position-age.ts'
import { telematicsState } from './map-queries.ts'

/** Milliseconds between two requests for the feed's state: when nothing moves, no event reports it. */
const ASKED_MS = 60_000

type KnownFeed = Pick<QueryData<TelematicsFeed>, 'data' | 'asOf'>

export interface FeedState {
  /** Null while it is unknown. */
  readonly feed: TelematicsFeed | null
  /** The time of the vendor's last response by this device's clock, in milliseconds since 1970; null for never. */
  readonly answeredAt: number | null
  /** The server's clock, as far as it is known. */
  readonly clock: Clock
}

/** The state of the feed at a time of this device's clock (ms), from the last known state and its age. */
export function feedStateOf(known: KnownFeed | undefined, now: number, isOnline: boolean): FeedState {
  if (!known) return { feed: null, answeredAt: null, clock: { now, isLate: false } }
  const feed = known.data
  // Positions have the server's times. A tablet's clock may be wrong by more than the age limits.
  const ahead = Date.parse(feed.as_of) - known.asOf
  const answeredAt = feed.succeeded_at === null ? null : Date.parse(feed.succeeded_at)
  const clock = { now: now + ahead, isLate: answeredAt !== null && isLate(answeredAt, now + ahead, isOnline) }
  return { feed, answeredAt: answeredAt === null ? null : answeredAt - ahead, clock }
}

/** The state of the feed, as far as this device knows it. */
export function useFeedState(): FeedState {
  const { known } = useReading({ ...telematicsState.options, refetchInterval: ASKED_MS })
  const { online } = useOnline()
  return feedStateOf(known, useNow(), online)
}
