import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { noteFetched } from '#src/offline/outbox/repair/loss-marker-note.ts'
import type { Memory } from '#src/offline/outbox/show/memory.ts'
import type { OutboxPorts } from '../ports.ts'
import { inTime } from './in-time.ts'

/**
 * After this time, data from after an entry was settled counts as having its change, even if the rows on screen could not
 * be refetched.
 */
const MAX_UNSHOWN_MS = 10 * 60_000
/** After this time, an entry is no longer shown even if its stored rows could not be fetched. */
const MAX_SHOWN_MS = 24 * 60 * 60_000
/** The longest time for one refetch of the rows on screen, and of the stored rows, which begins later. */
const MAX_SHOW_MS = 2 * 60_000
const MAX_STORE_MS = 10 * 60_000
const TRY_AGAIN_MS = 15_000

interface SettledRefetchDeps {
  readonly ports: OutboxPorts
  readonly registry: Registry
  readonly memory: Memory
}

/**
 * Refetches the rows of settled changes: first those on screen, for each change without delay; then those on the device,
 * later and for many changes at once. Until that is done, a settled change stays applied to all data from before it, so
 * that no page shows the old value. Only one fetch of each kind runs at a time; it covers all changes that were settled
 * before it began.
 */
export class SettledRefetch {
  readonly #deps: SettledRefetchDeps
  /** The ids of the entries whose rows on screen are refetched. */
  readonly #shown = new Set<string>()
  #isShowing = false
  #isStoring = false
  #isStopped = false
  #cancelTimer: () => void = () => undefined

  constructor(deps: SettledRefetchDeps) {
    this.#deps = deps
  }

  /** Starts the refetches for settled changes that are not running. */
  fetchIfNeeded(): void {
    if (this.#isStopped) return
    const settled = this.#deps.memory.settled()
    const [unshown, shown] = [
      settled.filter(({ id }) => !this.#shown.has(id)),
      settled.filter(({ id }) => this.#shown.has(id)),
    ]
    if (unshown.length > 0 && !this.#isShowing) void this.#show(unshown)
    if (shown.length > 0 && !this.#isStoring) void this.#store(shown)
  }
  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  /** Refetches the rows on screen. */
  async #show(batch: readonly OutboxEntry[]): Promise<void> {
    const { ports, memory } = this.#deps
    this.#isShowing = true
    const from = await inTime(ports.clock, ports.onSettled(this.#withCommands(batch)), MAX_SHOW_MS)
    this.#isShowing = false
    if (this.#isStopped) return
    const shown = batch.filter((entry) => from !== null || this.#isOlder(entry, MAX_UNSHOWN_MS))
    for (const { id } of shown) this.#shown.add(id)
    memory.noteShown(shown.map(({ seq, settledAt }) => ({ seq, from: from ?? settledAt ?? this.#now() })))
    if (from === null) this.#tryAgain()
    else this.fetchIfNeeded()
  }
  /** Refetches the stored rows. */
  async #store(batch: readonly OutboxEntry[]): Promise<void> {
    const { ports } = this.#deps
    this.#isStoring = true
    const stored = ports.onShown(this.#withCommands(batch)).then(() => true)
    const isStored = await inTime(ports.clock, stored, MAX_STORE_MS)
    this.#isStoring = false
    if (this.#isStopped) return
    await this.#release(batch.filter((entry) => isStored || this.#isOlder(entry, MAX_SHOWN_MS)))
    if (isStored) this.fetchIfNeeded()
    else this.#tryAgain()
  }
  #tryAgain(): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#deps.ports.clock.after(TRY_AGAIN_MS, () => this.fetchIfNeeded())
  }
  #withCommands(batch: readonly OutboxEntry[]) {
    return batch.flatMap((entry) => {
      const command = this.#deps.registry.read(entry)?.command
      return command ? [{ entry, command }] : []
    })
  }
  async #release(ended: readonly OutboxEntry[]): Promise<void> {
    if (ended.length === 0) return
    // If this write fails, the only cost is one more refetch at the next start.
    await markRefetched(this.#deps.ports, ended).catch(() => undefined)
    for (const { id } of ended) this.#shown.delete(id)
    this.#deps.memory.release(ended.map(({ seq }) => seq))
  }
  #isOlder({ settledAt }: OutboxEntry, ms: number): boolean {
    return Math.abs(this.#now() - (settledAt ?? this.#now())) > ms
  }
  #now(): number {
    return this.#deps.ports.clock.now()
  }
}

async function markRefetched({ store, lossMarker }: OutboxPorts, entries: readonly OutboxEntry[]): Promise<void> {
  await store.write(async (tx) => {
    for (const { id } of entries) {
      const finalState = await tx.finalState(id)
      if (finalState) await tx.putFinalState({ ...finalState, isSettling: false })
    }
  })
  noteFetched(
    lossMarker,
    entries.map(({ seq }) => seq),
  )
}
