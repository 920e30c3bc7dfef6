import { MAX_MISSING } from '#contract/wire/devices.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { Clock, Meta, OutboxPorts, StoreWriter, Tally } from '../ports.ts'
import { confirmed, lossWith, lostFate, missingOf } from './losses.ts'

/** A copy in the mirror protects for as long as it is there; what became of other entries is kept this long. */
const FATES_KEPT_MS = 90 * 24 * 60 * 60_000

type Ports = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'lossMarker' | 'clock' | 'ids' | 'tally'>

/**
 * Compares this device's numbers with what the server has noted of them. One that was not made there and of which nothing
 * is known here is a loss; one that was given up here is told to the server, so that it is not missed. A store that was
 * set back goes on from the server's highest number, and what seemed lost and was made is lost no more. What is older than
 * anybody asks for is forgotten after that. Calls `onChange` when the record of losses has changed; rejects when the server
 * can't be asked now. Nothing is written once `signal` is aborted.
 */
export async function checkNumbers(
  ports: Ports,
  user: string,
  signal: AbortSignal,
  onChange: () => Promise<void>,
): Promise<void> {
  const { store, mirror, lossMarker, tally, clock } = ports
  const { device } = await store.read((tx) => tx.meta())
  if (device === null) return
  const noted = await tally.read(device)
  const mirrored = new Set((await mirror.names()).map(({ id }) => id))
  const known = await lossMarker.known(noted?.missing ?? [])
  if (signal.aborted) return
  const found = await underStoreLock(ports, user, 'shared', (held) =>
    held.write(async (tx) => {
      const meta = await tx.meta()
      const { lost, givenUp } = await judged(tx, noted?.missing ?? [])
      for (const seq of lost) await tx.putFate(lostFate(seq, ports.ids.uuid(), clock.now()))
      const former = confirmed(meta.loss, madeOf(noted))
      const loss = lossWith(
        former,
        lost.map((seq) => missingOf(seq, known)),
        clock.now(),
      )
      await putIfChanged(tx, meta, {
        ...meta,
        loss,
        nextSeq: Math.max(meta.nextSeq, isSeq(noted?.highest) ? noted.highest + 1 : 1),
      })
      for (const { id, seq } of await tx.fatesBefore(clock.now() - FATES_KEPT_MS)) {
        // What was given up is known here until the server has been told.
        if (!mirrored.has(id) && !givenUp.includes(seq)) await tx.dropFate(id)
      }
      return { lost, givenUp, isChanged: loss !== meta.loss }
    }),
  )
  if (found.isChanged) await onChange()
  const over = [...found.givenUp, ...found.lost]
  if (over.length > 0) await tally.account(device, over)
}

/** Which numbers the server has made; of those that it has forgotten to miss, since they were too many, none. */
function madeOf(noted: Awaited<ReturnType<Tally['read']>>): (seq: number) => boolean {
  if (noted === null) return () => false
  const missing = new Set(noted.missing)
  const from = missing.size < MAX_MISSING ? 1 : Math.min(...missing)
  return (seq) => seq >= from && seq <= noted.highest && !missing.has(seq)
}

/** Which of the numbers that the server misses are lost, and which were given up here; the rest still waits. */
async function judged(tx: StoreWriter, missing: readonly number[]) {
  const lost: number[] = []
  const givenUp: number[] = []
  for (const seq of missing) {
    if (await tx.entry(seq)) continue
    const fates = await tx.fatesOf(seq)
    if (fates.some(({ state }) => state === 'done')) continue
    if (fates.some(({ state }) => state !== 'replaced')) givenUp.push(seq)
    else lost.push(seq)
  }
  return { lost, givenUp }
}

async function putIfChanged(tx: StoreWriter, before: Meta, after: Meta): Promise<void> {
  if (before.loss !== after.loss || before.nextSeq !== after.nextSeq) await tx.putMeta(after)
}

/** After the first screen has what it needs, in milliseconds from the start. */
const NOT_BEFORE_MS = 10_000
/** A server in trouble is asked again. */
const AGAIN_AFTER_MS = 60_000

/** Compares the numbers once in a tab's life: some time after its start, or when the server can be reached again. */
export class NumberCheck {
  readonly #check: (signal: AbortSignal) => Promise<void>
  readonly #clock: Clock
  readonly #end = new AbortController()
  #isDone = false
  #isDue = false
  #cancelTimer: () => void = () => undefined

  constructor(ports: Ports, user: string, onChange: () => Promise<void>) {
    this.#check = (signal) => checkNumbers(ports, user, signal, onChange)
    this.#clock = ports.clock
  }
  /** @param isUrgent the person has been told of a loss that only the server can confirm */
  start(isUrgent: boolean): void {
    this.#cancelTimer = this.#clock.after(isUrgent ? 0 : NOT_BEFORE_MS, () => {
      this.#isDue = true
      this.look()
    })
  }
  look(): void {
    if (this.#isDone || !this.#isDue || this.#end.signal.aborted) return
    this.#isDone = true
    this.#check(this.#end.signal).catch(() => {
      // No network, a server in trouble, or no disk: asked again then, or at the next sign that the server can be reached.
      this.#isDone = false
      this.#cancelTimer()
      if (!this.#end.signal.aborted) this.#cancelTimer = this.#clock.after(AGAIN_AFTER_MS, () => this.look())
    })
  }
  stop(): void {
    this.#end.abort()
    this.#cancelTimer()
  }
}
