import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { noteFetched } from '#src/offline/outbox/repair/loss-marker-note.ts'
import type { Memory } from '#src/offline/outbox/show/memory.ts'
import type { OutboxPorts } from '../ports.ts'

/**
 * After this time an entry is no longer shown even if its rows could not be fetched. The rows' age is shown instead.
 */
const MAX_SHOWN_MS = 10 * 60_000
const MAX_FETCH_MS = 2 * 60_000
const TRY_AGAIN_MS = 15_000

interface SettledRefetchDeps {
  readonly ports: OutboxPorts
  readonly registry: Registry
  readonly memory: Memory
}

/**
 * Refetches the rows of settled changes. Until its rows have been refetched, a settled change stays on screen, so that
 * the old value does not flash. Only one fetch runs at a time; it covers all changes that were settled before it began.
 */
export class SettledRefetch {
  readonly #deps: SettledRefetchDeps
  readonly #settledSince = new Map<string, number>()
  #isBusy = false
  #isStopped = false
  #cancelTimer: () => void = () => undefined

  constructor(deps: SettledRefetchDeps) {
    this.#deps = deps
  }

  /** Starts a refetch for settled changes, unless one is running. */
  fetchIfNeeded(): void {
    if (this.#isBusy || this.#isStopped) return
    const batch = this.#deps.memory.settled()
    if (batch.length > 0) void this.#fetchFor(batch)
  }
  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  async #fetchFor(batch: readonly OutboxEntry[]): Promise<void> {
    const { ports } = this.#deps
    this.#isBusy = true
    this.#cancelTimer()
    for (const { id } of batch) if (!this.#settledSince.has(id)) this.#settledSince.set(id, ports.clock.now())
    const isFresh = await fetchedInTime(ports.clock, ports.onSettled(this.#withCommands(batch)))
    if (this.#isStopped) return
    const ended = batch.filter((entry) => isFresh || this.#isOld(entry))
    // If this write fails, the only cost is one more refetch at the next start.
    await markRefetched(ports, ended).catch(() => undefined)
    this.#release(ended)
    this.#isBusy = false
    if (isFresh) this.fetchIfNeeded()
    else this.#cancelTimer = ports.clock.after(TRY_AGAIN_MS, () => this.fetchIfNeeded())
  }
  #withCommands(batch: readonly OutboxEntry[]) {
    return batch.flatMap((entry) => {
      const command = this.#deps.registry.read(entry)?.command
      return command ? [{ entry, command }] : []
    })
  }
  #release(ended: readonly OutboxEntry[]): void {
    for (const { id } of ended) this.#settledSince.delete(id)
    this.#deps.memory.release(ended.map(({ seq }) => seq))
  }
  #isOld({ id }: OutboxEntry): boolean {
    const { clock } = this.#deps.ports
    return Math.abs(clock.now() - (this.#settledSince.get(id) ?? clock.now())) > MAX_SHOWN_MS
  }
}

/** Whether the fetch succeeded within the time limit. */
async function fetchedInTime(clock: OutboxPorts['clock'], fetch: Promise<void>): Promise<boolean> {
  const { promise: timedOut, resolve } = Promise.withResolvers<boolean>()
  const cancel = clock.after(MAX_FETCH_MS, () => resolve(false))
  const fetched = fetch.then(
    () => true,
    () => false,
  )
  const isFresh = await Promise.race([fetched, timedOut])
  cancel()
  return isFresh
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
