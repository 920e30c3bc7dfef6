import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { noteFetched } from '#src/offline/outbox/repair/loss-marker-note.ts'
import type { Memory } from '#src/offline/outbox/show/memory.ts'
import type { OutboxPorts } from '../ports.ts'

/** After this an entry is let go although its rows could not be fetched: their age is shown beside them. */
const MAX_SETTLING_MS = 10 * 60_000
const MAX_FETCH_MS = 2 * 60_000
const TRY_AGAIN_MS = 15_000

interface SettlingDeps {
  readonly ports: OutboxPorts
  readonly registry: Registry
  readonly memory: Memory
}

/**
 * Between the server's yes and the fetched rows a settled change goes on being shown, so that nothing flickers back.
 * One fetch at a time serves everything that was settled before it began.
 */
export class Settling {
  readonly #deps: SettlingDeps
  readonly #since = new Map<string, number>()
  #isBusy = false
  #isStopped = false
  #cancelTimer: () => void = () => undefined

  constructor(deps: SettlingDeps) {
    this.#deps = deps
  }

  /** Starts fetching for what is settled, unless that is on its way. */
  look(): void {
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
    for (const { id } of batch) if (!this.#since.has(id)) this.#since.set(id, ports.clock.now())
    const isFresh = await inTime(ports.clock, ports.onSettled(this.#told(batch)))
    if (this.#isStopped) return
    const over = batch.filter((entry) => isFresh || this.#isOld(entry))
    // If this can't be written the rows are fetched once more at the next start; no more than that.
    await markSettled(ports, over).catch(() => undefined)
    this.#release(over)
    this.#isBusy = false
    if (isFresh) this.look()
    else this.#cancelTimer = ports.clock.after(TRY_AGAIN_MS, () => this.look())
  }
  #told(batch: readonly OutboxEntry[]) {
    return batch.flatMap((entry) => {
      const command = this.#deps.registry.read(entry)?.command
      return command ? [{ entry, command }] : []
    })
  }
  #release(over: readonly OutboxEntry[]): void {
    for (const { id } of over) this.#since.delete(id)
    this.#deps.memory.release(over.map(({ seq }) => seq))
  }
  #isOld({ id }: OutboxEntry): boolean {
    const { clock } = this.#deps.ports
    return Math.abs(clock.now() - (this.#since.get(id) ?? clock.now())) > MAX_SETTLING_MS
  }
}

/** Whether the fetch came through, within bounds. */
async function inTime(clock: OutboxPorts['clock'], fetch: Promise<void>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const cancel = clock.after(MAX_FETCH_MS, () => resolve(false))
  const fetched = fetch.then(
    () => true,
    () => false,
  )
  const isFresh = await Promise.race([fetched, tooLate])
  cancel()
  return isFresh
}

async function markSettled({ store, lossMarker }: OutboxPorts, entries: readonly OutboxEntry[]): Promise<void> {
  await store.write(async (tx) => {
    for (const { id } of entries) {
      const fate = await tx.fate(id)
      if (fate) await tx.putFate({ ...fate, isSettling: false })
    }
  })
  noteFetched(
    lossMarker,
    entries.map(({ seq }) => seq),
  )
}
