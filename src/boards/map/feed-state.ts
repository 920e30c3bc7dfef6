import type { TelematicsFeed } from '#contract/boards/telematics.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import type { Known } from '#src/offline/reading/known.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { useNow } from '#src/ui/use-now.ts'
import { type Clock, isLate } from './items/position-age.ts'
import { telematicsState } from './map-queries.ts'

/** Where nothing moves nobody says so: how positions come in is asked all the same. */
const ASKED_MS = 60_000

type Heard = Pick<Known<TelematicsFeed>, 'data' | 'asOf'>

export interface FeedState {
  /** Null while nothing is known of it. */
  readonly feed: TelematicsFeed | null
  /** When the vendor last answered, by this device's clock in milliseconds since 1970; null for never. */
  readonly answeredAt: number | null
  /** The server's, as far as it is known. */
  readonly clock: Clock
}

/** How positions come in at an instant of this device's clock (ms), by what it has heard and when it heard that. */
export function feedStateOf(known: Heard | undefined, now: number, isOnline: boolean): FeedState {
  if (!known) return { feed: null, answeredAt: null, clock: { now, isLate: false } }
  const feed = known.data
  // Positions bear the server's times: a tablet's clock may be wrong by more than they grow old in.
  const ahead = Date.parse(feed.as_of) - known.asOf
  const answeredAt = feed.succeeded_at === null ? null : Date.parse(feed.succeeded_at)
  const clock = { now: now + ahead, isLate: answeredAt !== null && isLate(answeredAt, now + ahead, isOnline) }
  return { feed, answeredAt: answeredAt === null ? null : answeredAt - ahead, clock }
}

/** How positions come in, as far as this device has heard. */
export function useFeedState(): FeedState {
  const { known } = useReading({ ...telematicsState.options, refetchInterval: ASKED_MS })
  const { online } = useOnline()
  return feedStateOf(known, useNow(), online)
}
