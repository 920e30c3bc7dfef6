import type { DataArea } from '#contract/wire/data-areas.ts'
import { showsAny } from '#src/offline/reading/shows-any.ts'
import type { PrefetchRequest } from './prefetch-state.ts'

export interface LaterPassPorts {
  readonly fetchPrefetchSet: (request: PrefetchRequest) => Promise<void>
  readonly isMetered: () => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs `work` after a delay. Returns the function that cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
}

/** Stored queries that are not on screen are refetched this long after a change, and at most once per interval. */
const AFTER_MS = 30_000
const INTERVAL_MS = 5 * 60_000

/** The changes of one pass. */
interface NextPass {
  /** The changed areas: those of colleagues' changes, and those of the user's own. */
  readonly theirs: Set<DataArea>
  readonly own: Set<DataArea>
  readonly over: PromiseWithResolvers<void>
}
const newPass = (): NextPass => ({ theirs: new Set(), own: new Set(), over: Promise.withResolvers() })

/** Refetches the stored queries that show changed areas, for pages that are not open: rarely, for many changes at once. */
export class LaterPass {
  readonly #ports: LaterPassPorts
  #next = newPass()
  #fetchedAt = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(ports: LaterPassPorts) {
    this.#ports = ports
  }

  /** Notes colleagues' changes. Not fetched on a metered connection. The age of the stored data shows a failure. */
  note(changed: readonly DataArea[]): void {
    for (const area of changed) this.#next.theirs.add(area)
    this.#schedule()
  }

  /** Notes the user's own changes. Resolves when they are stored. Rejects when a query could not be fetched. */
  noteOwn(changed: readonly DataArea[]): Promise<void> {
    for (const area of changed) this.#next.own.add(area)
    this.#schedule()
    return this.#next.over.promise
  }

  /** Cancels the next pass: another user signs in. */
  stop(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#fetchedAt = Number.NEGATIVE_INFINITY
    const { over } = this.#next
    this.#next = newPass()
    over.promise.catch(() => undefined)
    over.reject(new DOMException('The user has changed.', 'AbortError'))
  }

  #schedule(): void {
    const { after, now } = this.#ports
    this.#cancel ??= after(Math.max(AFTER_MS, this.#fetchedAt + INTERVAL_MS - now()), () => this.#fetch())
  }

  #fetch(): void {
    const { fetchPrefetchSet, isMetered, now } = this.#ports
    this.#cancel = null
    this.#fetchedAt = now()
    const { theirs, own, over } = this.#next
    this.#next = newPass()
    over.promise.catch(() => undefined)
    const areas = [...own, ...(isMetered() ? [] : theirs)]
    const fetched = areas.length > 0 ? fetchPrefetchSet((query) => showsAny(query.areas, areas)) : Promise.resolve()
    fetched.then(over.resolve, over.reject)
  }
}
