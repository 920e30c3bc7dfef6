import type { Query, QueryClient } from '@tanstack/react-query'
import { FRESH_MS } from '#src/offline/query-storage/query-client.ts'
import { knownOf } from '#src/offline/reading/known.ts'
import { type Change, holdsAll } from './held-changes.ts'

interface RefreshPorts {
  readonly client: QueryClient
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Does `work` after so many milliseconds. */
  readonly after: (milliseconds: number, work: () => void) => void
  /** Whether anybody looks at this tab; one that nobody looks at catches up when it is shown. */
  readonly isVisible: () => boolean
  /** Whether a change of this device's own is on its way that has this asked for anew when it is done. */
  readonly isAwaited: (query: Query) => boolean
}

/** What comes close together is one; and the answer to one's own change is fetched by then. */
const GATHER_MS = 250
/** A change whose word is here before its answer is stored has what it shows asked for soon; a colleague's waits no longer. */
const MAX_AWAITED_MS = 2_000
/** A query is asked for again at most so often, and for no more than a part of the time. */
const MIN_APART_MS = 1_000
const PART_OF_THE_TIME = 5
const MAX_COMPARED = 50
const MAX_WORDS = 100

/** What came to be known at a time: which records changed, null for any. */
interface Word {
  readonly at: number
  readonly changes: readonly Change[] | null
}
/** Words of one query; `since`: when the first of them came. */
interface Noted extends Word {
  readonly since: number
}

/**
 * Asks anew for what is on screen when the server says that it has changed. What is not on screen is marked, and asked for
 * when it is. A fetch that began after the word came is as good as one of ours, and so is an answer that has the versions
 * that were told: one's own change is not fetched twice.
 */
export class LiveRefresh {
  readonly #ports: RefreshPorts
  /** By query hash: when the last word came that no fetch has followed yet, and what it was; null for anything. */
  readonly #dirty = new Map<string, Noted>()
  /** The last words: what the device kept from before one of them may come to be shown after it. */
  #words: readonly Word[] = []
  /** From when on all changes are told. */
  #coveredFrom = Number.NEGATIVE_INFINITY
  readonly #begun = new WeakMap<Query, number>()
  readonly #notBefore = new WeakMap<Query, number>()
  readonly #stop: () => void
  /** When it looks next, by the clock of `now`. */
  #next = Number.POSITIVE_INFINITY
  #isOver = false

  constructor(ports: RefreshPorts) {
    this.#ports = ports
    this.#stop = ports.client.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.#dirty.delete(event.query.queryHash)
      if (event.type !== 'updated') return
      if (event.action.type === 'fetch') this.#begun.set(event.query, ports.now())
      if (event.action.type === 'success') this.#fetched(event.query)
    })
  }

  /** Says from when on all changes are told here: what a query shows from before that is not vouched for. */
  coverFrom(at: number): void {
    this.#coveredFrom = at
  }

  /** These records have changed, and whatever shows something of their areas may be out of date; all of it, when null. */
  note(changes: readonly Change[] | null): void {
    const word = { at: this.#ports.now(), changes }
    const words = [...this.#wordsAfter(word.at - FRESH_MS), word]
    this.#words = words.length > MAX_WORDS ? [{ at: word.at, changes: null }] : words
    for (const query of this.#ports.client.getQueryCache().getAll()) this.#mark(query, word)
    this.#plan(GATHER_MS)
  }

  #wordsAfter(time: number): readonly Word[] {
    return this.#words.filter(({ at }) => at > time)
  }

  #mark(query: Query, { at, changes }: Word): void {
    const { areas } = query.meta ?? {}
    const own = changes?.filter(({ area }) => areas?.includes(area)) ?? null
    if (!areas || own?.length === 0 || (own && holdsAll(query, own))) return
    const before = this.#dirty.get(query.queryHash)
    const both = own === null || before?.changes === null ? null : [...(before?.changes ?? []), ...own]
    const compared = both && both.length <= MAX_COMPARED ? both : null
    this.#dirty.set(query.queryHash, { at, since: before?.since ?? at, changes: compared })
    query.invalidate()
  }

  /** What the device kept comes to be shown: as old as it is, words may have come since. */
  #takeUp(query: Query, asOf: number): void {
    if (asOf < this.#coveredFrom) this.#mark(query, { at: this.#coveredFrom, changes: null })
    for (const word of this.#wordsAfter(Math.max(asOf, this.#ports.now() - FRESH_MS))) this.#mark(query, word)
  }

  /** Looks after what was noted while nobody looked. */
  look(): void {
    this.#plan(GATHER_MS)
  }

  stop(): void {
    this.#isOver = true
    this.#stop()
    this.#dirty.clear()
  }

  #plan(milliseconds: number): void {
    const at = this.#ports.now() + milliseconds
    if (this.#isOver || this.#dirty.size === 0 || at >= this.#next) return
    this.#next = at
    this.#ports.after(milliseconds, () => {
      if (this.#next === at) this.#next = Number.POSITIVE_INFINITY
      if (!this.#isOver && this.#ports.isVisible()) this.#refresh()
    })
  }

  #refresh(): void {
    const { client, now } = this.#ports
    let soonest = Number.POSITIVE_INFINITY
    for (const [hash, { since }] of this.#dirty) {
      const query = client.getQueryCache().get(hash)
      // One that is being fetched is looked at again when that has come.
      if (!query?.isActive() || query.state.fetchStatus !== 'idle') continue
      const isHeld = since + MAX_AWAITED_MS > now() && this.#ports.isAwaited(query)
      const wait = isHeld ? GATHER_MS : (this.#notBefore.get(query) ?? 0) - now()
      if (wait <= 0) this.#fetch(query)
      else soonest = Math.min(soonest, wait)
    }
    if (soonest < Number.POSITIVE_INFINITY) this.#plan(soonest)
  }

  #fetch(query: Query): void {
    const began = this.#ports.now()
    this.#notBefore.set(query, began + MIN_APART_MS)
    const filter = { predicate: (one: Query) => one === query }
    // A failure leaves it marked: it is asked for again at the next occasion.
    void this.#ports.client.refetchQueries(filter, { cancelRefetch: false }).then(() => {
      const took = this.#ports.now() - began
      this.#notBefore.set(query, began + Math.max(MIN_APART_MS, took * PART_OF_THE_TIME))
    })
  }

  #fetched(query: Query): void {
    const known = knownOf(query)
    // Only what is first shown: an old copy that is all there is to be had is not asked for over and over.
    if (known?.source === 'cache' && query.state.dataUpdateCount === 1) this.#takeUp(query, known.asOf)
    const noted = this.#dirty.get(query.queryHash)
    if (noted === undefined) return
    // What a cache or another tab had says itself how old it is.
    const asOf = known?.source === 'cache' ? known.asOf : (this.#begun.get(query) ?? 0)
    if (asOf >= noted.at || (noted.changes && holdsAll(query, noted.changes))) this.#dirty.delete(query.queryHash)
    else {
      query.invalidate()
      this.#plan(GATHER_MS)
    }
  }
}
