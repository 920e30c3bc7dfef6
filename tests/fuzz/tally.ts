import type { Answer } from './fuzzed-site.ts'
import type { MalformedRequest } from './malformed-request.ts'
import type { PackResult } from './packs.ts'

/** A promise that a response broke. */
export interface Breach {
  readonly promise: string
  readonly round: number
  readonly request: MalformedRequest
  /** The text of the response. */
  readonly answer: string
}

/** The results of all requests so far. */
export class Tally {
  readonly byStatus = new Map<number, number>()
  /** The first breach of each promise by each call, and the number of breaches. */
  readonly breaches = new Map<string, { readonly first: Breach; times: number }>()
  slowest: { readonly ms: number; readonly call: string } = { ms: 0, call: '' }
  sentAgain = 0
  packs = 0
  packsCompared = 0

  addAnswer({ call }: MalformedRequest, { status, ms }: Answer): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    if (ms > this.slowest.ms) this.slowest = { ms, call }
  }

  addPack({ isCompared, sent }: PackResult): void {
    this.sentAgain += sent
    this.packs += 1
    if (isCompared) this.packsCompared += 1
  }

  addBreach(breach: Breach): void {
    const kind = `${breach.request.call}: ${breach.promise}`
    const existing = this.breaches.get(kind)
    if (existing) existing.times += 1
    else this.breaches.set(kind, { first: breach, times: 1 })
  }

  get requests(): number {
    return [...this.byStatus.values()].reduce((sum, times) => sum + times, 0)
  }

  /** The share of the requests that were judged, from 0 to 1: all except those refused with 429. */
  get judged(): number {
    return 1 - (this.byStatus.get(429) ?? 0) / Math.max(1, this.requests)
  }
}
