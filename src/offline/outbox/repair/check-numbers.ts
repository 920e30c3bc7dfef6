import { MAX_MISSING } from '#contract/wire/devices.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { Clock, Meta, OutboxPorts, ServerTally, StoreWriter } from '../ports.ts'
import { addToLoss, confirmLoss, lostChangeOf, lostState } from './losses.ts'

/** How long final states are stored. A final state whose copy is still in the mirror is stored longer. */
const MAX_FINAL_STATE_AGE_MS = 90 * 24 * 60 * 60_000

type Ports = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'lossMarker' | 'clock' | 'ids' | 'tally'>

/**
 * Compares this device's sequence numbers with the server's record of them. A number that the server did not apply and
 * this device knows nothing about is a loss. A number given up on this device is reported to the server, so that the
 * server does not miss it. After a rollback of the store, numbering continues from the server's highest number, and
 * changes that only seemed lost are removed from the loss record. Then final states past their age are deleted.
 * Calls `onChange` when the loss record has changed. Rejects when the server can't be reached. Writes nothing once
 * `signal` is aborted.
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
  const record = await tally.read(device)
  const mirrored = new Set((await mirror.names()).map(({ id }) => id))
  const known = await lossMarker.readWords(record?.missing ?? [])
  if (signal.aborted) return
  const result = await underStoreLock(ports, user, 'shared', (lockedStore) =>
    lockedStore.write(async (tx) => {
      const meta = await tx.meta()
      const { lost, givenUp } = await judgeMissing(tx, record?.missing ?? [])
      for (const seq of lost) await tx.putFinalState(lostState(seq, ports.ids.uuid(), clock.now()))
      const confirmedLoss = confirmLoss(meta.loss, receivedOf(record))
      const loss = addToLoss(
        confirmedLoss,
        lost.map((seq) => lostChangeOf(seq, known)),
        clock.now(),
      )
      await putMetaIfChanged(tx, meta, {
        ...meta,
        loss,
        nextSeq: Math.max(meta.nextSeq, isSeq(record?.highest) ? record.highest + 1 : 1),
      })
      for (const { id, seq } of await tx.finalStatesBefore(clock.now() - MAX_FINAL_STATE_AGE_MS)) {
        // A number given up stays known here until it has been reported to the server.
        if (!mirrored.has(id) && !givenUp.includes(seq)) await tx.dropFinalState(id)
      }
      return { lost, givenUp, isChanged: loss !== meta.loss }
    }),
  )
  if (result.isChanged) await onChange()
  const goneSeqs = [...result.givenUp, ...result.lost]
  if (goneSeqs.length > 0) await tally.reportGone(device, goneSeqs)
}

/**
 * Tells which numbers the server has applied. The server lists at most `MAX_MISSING` missing numbers; when the list is
 * full, numbers below its lowest one count as not applied.
 */
function receivedOf(record: Awaited<ReturnType<ServerTally['read']>>): (seq: number) => boolean {
  if (record === null) return () => false
  const missing = new Set(record.missing)
  const from = missing.size < MAX_MISSING ? 1 : Math.min(...missing)
  return (seq) => seq >= from && seq <= record.highest && !missing.has(seq)
}

/** Which of the numbers missing on the server are lost and which were given up here. The others are waiting or done. */
async function judgeMissing(tx: StoreWriter, missing: readonly number[]) {
  const lost: number[] = []
  const givenUp: number[] = []
  for (const seq of missing) {
    if (await tx.entry(seq)) continue
    const finalStates = await tx.finalStatesOf(seq)
    if (finalStates.some(({ state }) => state === 'done')) continue
    if (finalStates.some(({ state }) => state !== 'replaced')) givenUp.push(seq)
    else lost.push(seq)
  }
  return { lost, givenUp }
}

async function putMetaIfChanged(tx: StoreWriter, before: Meta, after: Meta): Promise<void> {
  if (before.loss !== after.loss || before.nextSeq !== after.nextSeq) await tx.putMeta(after)
}

/** Delay of the check after the start, so that the first screen loads undisturbed. */
const NOT_BEFORE_MS = 10_000
/** Delay before the next try after a failed check. */
const AGAIN_AFTER_MS = 60_000

/** Checks the numbers once in a tab's life: some time after its start, or when the server can be reached again. */
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
  /** `isUrgent`: the user sees a loss that only the server can confirm, so the check starts without delay. */
  start(isUrgent: boolean): void {
    this.#cancelTimer = this.#clock.after(isUrgent ? 0 : NOT_BEFORE_MS, () => {
      this.#isDue = true
      this.checkWhenDue()
    })
  }
  checkWhenDue(): void {
    if (this.#isDone || !this.#isDue || this.#end.signal.aborted) return
    this.#isDone = true
    this.#check(this.#end.signal).catch(() => {
      // No network, a failing server or a failing disk: the check runs again later, or when the server can be reached
      // again.
      this.#isDone = false
      this.#cancelTimer()
      if (!this.#end.signal.aborted) this.#cancelTimer = this.#clock.after(AGAIN_AFTER_MS, () => this.checkWhenDue())
    })
  }
  stop(): void {
    this.#end.abort()
    this.#cancelTimer()
  }
}
