import { type EndpointShape, isChange } from '#contract/wire/endpoint.ts'
import { tooMany } from '#server/base/problem.ts'
import { type Pace, TokenBuckets } from '#server/throttle/token-buckets.ts'

/** What a session does, each at a pace of its own. */
export type Doing = 'reads' | 'changes' | 'uploads' | 'downloads'
export type Paces = Readonly<Record<Doing, Pace>>

/**
 * A device that is filled for the first time asks for some seven hundred answers at once; one that comes back with what was
 * done without a network sends five hundred changes in ten seconds, and a photo in two or three parts.
 */
export const PACES: Paces = {
  reads: { burst: 1_000, perSecond: 50 },
  changes: { burst: 1_000, perSecond: 10 },
  uploads: { burst: 200, perSecond: 10 },
  downloads: { burst: 30, perSecond: 1 },
}

/** Counts what a session does; throws 429 where it is too much. */
export type SessionPace = (session: string, doing: Doing, now: Date) => void

export function sessionPace(paces: Paces): SessionPace {
  const buckets = {
    reads: new TokenBuckets(paces.reads),
    changes: new TokenBuckets(paces.changes),
    uploads: new TokenBuckets(paces.uploads),
    downloads: new TokenBuckets(paces.downloads),
  }
  return (session, doing, now) => {
    const wait = buckets[doing].take(session, now)
    const reached = { limit: `${doing} of a session`, bucket: session }
    if (wait > 0) throw tooMany('This session asks for too much at once. Try again in a moment.', wait, reached)
  }
}

/** What a call does, unless it is a file that is made when it is asked for. */
export function doingOf(endpoint: EndpointShape): Doing {
  if (endpoint.bytes === 'body') return 'uploads'
  return isChange(endpoint) ? 'changes' : 'reads'
}
