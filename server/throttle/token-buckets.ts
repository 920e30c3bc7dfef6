/** How often something may be done: `burst` times in a row, then `perSecond` times a second. */
export interface RateLimit {
  readonly burst: number
  readonly perSecond: number
}

interface Bucket {
  left: number
  at: number
}

/**
 * Limits actions by name, in this process only. A bucket is deleted once it would be full again, so the number of
 * buckets is limited by the number of names used within that time.
 */
export class TokenBuckets {
  readonly #limit: RateLimit
  /** The least recently used bucket comes first. */
  readonly #buckets = new Map<string, Bucket>()
  constructor(pace: RateLimit) {
    this.#limit = pace
  }

  /** The number of buckets that are not full. */
  get size(): number {
    return this.#buckets.size
  }

  /** Counts one action and returns 0. When the limit is reached, counts nothing and returns the seconds to wait. */
  take(name: string, now: Date): number {
    const { burst, perSecond } = this.#limit
    const at = now.getTime()
    this.#forgetFull(at)
    const bucket = this.#buckets.get(name) ?? { left: burst, at }
    // A clock that was set back neither fills nor empties the bucket.
    const tokens = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
    this.#buckets.delete(name)
    this.#buckets.set(name, { left: tokens < 1 ? tokens : tokens - 1, at })
    return tokens < 1 ? (1 - tokens) / perSecond : 0
  }

  #forgetFull(now: number): void {
    const { burst, perSecond } = this.#limit
    for (const [name, bucket] of this.#buckets) {
      // The clock was ahead and was corrected: without this, the bucket would block all others until that time.
      bucket.at = Math.min(bucket.at, now)
      // The following buckets were used later. None stays much longer than an empty bucket takes to fill.
      if (now - bucket.at < ((burst - bucket.left) / perSecond) * 1000) break
      this.#buckets.delete(name)
    }
  }
}
