import type { Answer } from './fuzzed-site.ts'
import type { MalformedRequest } from './malformed-request.ts'
import type { PackResult } from './packs.ts'

/** A promise that an answer broke. */
export interface Breach {
  readonly promise: string
  readonly round: number
  readonly request: MalformedRequest
  /** What was answered. */
  readonly answer: string
}

/** What came of all requests so far. */
export class Tally {
  readonly byStatus = new Map<number, number>()
  /** The first breach of each promise by each call, and how many there were. */
  readonly breaches = new Map<string, { readonly first: Breach; times: number }>()
  slowest: { readonly ms: number; readonly call: string } = { ms: 0, call: '' }
  sentAgain = 0
  packs = 0
  packsCompared = 0

  answered({ call }: MalformedRequest, { status, ms }: Answer): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    if (ms > this.slowest.ms) this.slowest = { ms, call }
  }

  replayed({ isCompared, sent }: PackResult): void {
    this.sentAgain += sent
    this.packs += 1
    if (isCompared) this.packsCompared += 1
  }

  broke(breach: Breach): void {
    const kind = `${breach.request.call}: ${breach.promise}`
    const there = this.breaches.get(kind)
    if (there) there.times += 1
    else this.breaches.set(kind, { first: breach, times: 1 })
  }

  get requests(): number {
    return [...this.byStatus.values()].reduce((sum, times) => sum + times, 0)
  }

  /** Which part of the requests was judged, from 0 to 1: all but those that were too many. */
  get judged(): number {
    return 1 - (this.byStatus.get(429) ?? 0) / Math.max(1, this.requests)
  }
}
