/** How often something may be done: so many at once, and again so many a second. */
export interface Pace {
  readonly burst: number
  readonly perSecond: number
}

interface Bucket {
  left: number
  at: number
}

/**
 * Counts what is done under names, in this process alone. A bucket is forgotten once it would be full again, so that there
 * are never more than were used within that time.
 */
export class TokenBuckets {
  readonly #pace: Pace
  /** The one that was used longest ago comes first. */
  readonly #buckets = new Map<string, Bucket>()
  constructor(pace: Pace) {
    this.#pace = pace
  }

  /** How many buckets are not full. */
  get size(): number {
    return this.#buckets.size
  }

  /** Does one more; answers 0, or, where there are too many, the seconds until there is room, and counts nothing. */
  take(name: string, now: Date): number {
    const { burst, perSecond } = this.#pace
    const at = now.getTime()
    this.#forgetFull(at)
    const bucket = this.#buckets.get(name) ?? { left: burst, at }
    // A clock that was set back fills nothing, and takes nothing away.
    const left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond)
    this.#buckets.delete(name)
    this.#buckets.set(name, { left: left < 1 ? left : left - 1, at })
    return left < 1 ? (1 - left) / perSecond : 0
  }

  #forgetFull(now: number): void {
    const { burst, perSecond } = this.#pace
    for (const [name, bucket] of this.#buckets) {
      // By a clock that was ahead and was set right: it would stand before all others until that moment comes.
      bucket.at = Math.min(bucket.at, now)
      // Those behind it were used later: none stays much longer than an empty one takes to fill.
      if (now - bucket.at < ((burst - bucket.left) / perSecond) * 1000) break
      this.#buckets.delete(name)
    }
  }
}
