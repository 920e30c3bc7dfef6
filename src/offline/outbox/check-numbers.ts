import { confirmed, lossWith, lostFate, missingOf } from './losses.ts'
import { storeLock } from './names.ts'
import type { Clock, Meta, OutboxPorts, StoreWriter } from './ports.ts'

/** A copy in the mirror protects for as long as it is there; what became of other entries is kept this long. */
const FATES_KEPT_MS = 90 * 24 * 60 * 60_000

type Ports = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'witness' | 'clock' | 'ids' | 'tally'>

/**
 * Compares this device's numbers with what the server has noted of them. One that never came there and of which nothing
 * is known here is a loss; one that was given up here is told to the server, so that it is not missed. A store that was
 * set back goes on from the server's highest number, and what seemed lost and came there before is lost no more. What is
 * older than anybody asks for is forgotten after that. Answers whether the record of losses has changed; rejects when the server can't be asked now. Nothing is written once `signal` is aborted.
 */
export async function checkNumbers(ports: Ports, user: string, signal: AbortSignal): Promise<boolean> {
  const { store, mirror, locks, witness, tally, clock } = ports
  const { device } = await store.read((tx) => tx.meta())
  if (device === null) return false
  const noted = await tally.read(device)
  const mirrored = new Set((await mirror.names()).map(({ id }) => id))
  if (signal.aborted) return false
  const found = await locks.hold(storeLock(user), 'shared', () =>
    store.write(async (tx) => {
      const meta = await tx.meta()
      const { lost, givenUp } = await judged(tx, noted?.missing ?? [])
      for (const seq of lost) await tx.putFate(lostFate(seq, ports.ids.uuid(), clock.now()))
      const note = witness.read()
      const came = (seq: number) => noted !== null && seq <= noted.highest && !noted.missing.includes(seq)
      const former = confirmed(meta.loss, came)
      const loss = lossWith(
        former,
        lost.map((seq) => missingOf(seq, note)),
        clock.now(),
      )
      await putIfChanged(tx, meta, { ...meta, loss, nextSeq: Math.max(meta.nextSeq, (noted?.highest ?? 0) + 1) })
      for (const { id, seq } of await tx.fatesBefore(clock.now() - FATES_KEPT_MS)) {
        // What was given up is known here until the server has been told.
        if (!mirrored.has(id) && !givenUp.includes(seq)) await tx.dropFate(id)
      }
      return { lost, givenUp, isChanged: loss !== meta.loss }
    }),
  )
  const over = [...found.givenUp, ...found.lost]
  if (over.length > 0) await tally.account(device, over)
  return found.isChanged
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

/** Compares the numbers once in a tab's life: some time after its start, or when the server can be reached again. */
export class NumberCheck {
  readonly #check: (signal: AbortSignal) => Promise<boolean>
  readonly #clock: Clock
  readonly #onChange: () => Promise<void>
  readonly #end = new AbortController()
  #isDone = false
  #isDue = false
  #cancelTimer: () => void = () => undefined

  constructor(ports: Ports, user: string, onChange: () => Promise<void>) {
    this.#check = (signal) => checkNumbers(ports, user, signal)
    this.#clock = ports.clock
    this.#onChange = onChange
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
    this.#check(this.#end.signal)
      .then((isChanged) => (isChanged ? this.#onChange() : undefined))
      .catch(() => {
        // No network, or no disk: the next sign that the server can be reached asks again.
        this.#isDone = false
      })
  }
  stop(): void {
    this.#end.abort()
    this.#cancelTimer()
  }
}
