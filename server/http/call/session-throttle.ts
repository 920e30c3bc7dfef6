import { type EndpointShape, isChange } from '#contract/wire/endpoint.ts'
import { tooManyRequests } from '#server/base/problem.ts'
import { type RateLimit, TokenBuckets } from '#server/throttle/token-buckets.ts'

/** The kinds of calls that a session can make. Each has a limit of its own. */
export type Activity = 'reads' | 'changes' | 'uploads' | 'downloads'
export type SessionLimits = Readonly<Record<Activity, RateLimit>>

/**
 * A new device fetches about 700 responses in one go to fill its storage. A device that returns from work without a
 * network sends 500 changes in ten seconds, and each photo in two or three parts.
 */
export const SESSION_LIMITS: SessionLimits = {
  reads: { burst: 1_000, perSecond: 50 },
  changes: { burst: 1_000, perSecond: 10 },
  uploads: { burst: 200, perSecond: 10 },
  downloads: { burst: 30, perSecond: 1 },
}

/** Counts one call of a session; throws 429 above the limit. */
export type SessionThrottle = (session: string, doing: Activity, now: Date) => void

export function createSessionThrottle(limits: SessionLimits): SessionThrottle {
  const buckets = {
    reads: new TokenBuckets(limits.reads),
    changes: new TokenBuckets(limits.changes),
    uploads: new TokenBuckets(limits.uploads),
    downloads: new TokenBuckets(limits.downloads),
  }
  return (session, activity, now) => {
    const wait = buckets[activity].take(session, now)
    const reached = { limit: `${activity} of a session`, bucket: session }
    if (wait > 0) throw tooManyRequests('This session asks for too much at once. Try again in a moment.', wait, reached)
  }
}

/** The activity that a call counts as. Downloads are not recognized here: `serveDownload` declares them. */
export function activityOf(endpoint: EndpointShape): Activity {
  if (endpoint.bytes === 'body') return 'uploads'
  return isChange(endpoint) ? 'changes' : 'reads'
}
