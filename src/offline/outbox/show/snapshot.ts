import { type RecordKey, recordKey } from '#src/offline/command.ts'
import { emptyFold, type Fold, type FoldEntry, Folding } from '#src/offline/fold/fold.ts'
import { type EntryState, NEEDS_ATTENTION, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import type { Loss } from '../ports.ts'
import { type Mark, Marks, markOf } from './marks.ts'

export type { Mark }
/**
 * starting: what the device holds is being read · idle: nothing to send · waiting: for its turn or for the network ·
 * sending · sign_in: the server wants a sign-in first · password: it wants the password for what is left · broken: this device's storage can't be used · stopped.
 */
export type OutboxState = 'starting' | 'idle' | 'waiting' | 'sending' | 'sign_in' | 'password' | 'broken' | 'stopped'
export type Phase = 'starting' | 'running' | 'broken' | 'stopped'
/** `newer`: a newer version of the app has used this device, and its store is left as it is. `storage`: the browser
 * refuses. `error`: the app itself made a mistake. */
export type BrokenReason = 'newer' | 'storage' | 'error'

export interface Held {
  readonly count: number
  /** Entries up to this number. */
  readonly upTo: number
  /** When the newest of them was made, in milliseconds since 1970. */
  readonly madeAt: number
  /** How many of them make accounts or change them, as `isOfAccount` says. */
  readonly accounts: number
  /** How many are sent once they are let go; the others need the user's decision. */
  readonly waiting: number
  /** How many have been on their way: the server may have them. */
  readonly wereSent: number
}

/** The outbox as it stands: one immutable value. */
export interface OutboxSnapshot {
  /** By `seq`; those done stay until their rows have been fetched again. */
  readonly entries: readonly OutboxEntry[]
  /** How many are still to be sent and need nothing but time, network, a sign-in or the password. */
  readonly waiting: number
  readonly needsAttention: number
  readonly state: OutboxState
  /** Why the state is `broken`; else null. */
  readonly reason: BrokenReason | null
  /** Changes that this device has lost, until the person has taken note. */
  readonly loss: Loss | null
  /** What was stored before this session and waits for the person's word to be sent; null when nothing does. */
  readonly held: Held | null
  readonly marks: ReadonlyMap<RecordKey, Mark>
  /** All that waits, over rows; one value until something changes that shows. */
  readonly fold: Fold
}

export const emptySnapshot: OutboxSnapshot = {
  entries: [],
  waiting: 0,
  needsAttention: 0,
  state: 'stopped',
  reason: null,
  loss: null,
  held: null,
  marks: new Map(),
  fold: emptyFold,
}

/** What the snapshots are made of, kept up entry by entry: the next one costs copies of three indexes, and no reading. */
export class Picture {
  readonly #registry: Registry
  readonly #marks = new Marks()
  readonly #folding = new Folding()
  readonly #entries = new Map<number, OutboxEntry>()
  #ordered: readonly OutboxEntry[] = []
  #isOrdered = true

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** Takes in an entry as it is stored; answers it as this version of the app reads it. */
  put(stored: OutboxEntry): OutboxEntry {
    const { seq } = stored
    const reading = this.#registry.read(stored)
    const isKnown = reading !== null || stored.state === 'done' || stored.state === 'sending'
    // Not a state that is stored: the next version of the app may understand it again.
    const entry: OutboxEntry = isKnown ? stored : { ...stored, state: 'unreadable' }
    this.#entries.set(seq, entry)
    this.#isOrdered = false
    const shown = reading?.effects.map((effect) => recordKey({ name: effect.kind }, effect.key)) ?? []
    this.#marks.put(seq, markOf(entry.state), [...entry.touches, ...shown])
    this.#folding.put(seq, reading && shownOf(reading.fold, entry.state))
    return entry
  }
  drop(seq: number): void {
    if (!this.#entries.delete(seq)) return
    this.#isOrdered = false
    this.#marks.put(seq, null, [])
    this.#folding.put(seq, null)
  }

  snapshot(phase: Phase, reason: BrokenReason | null, loss: Loss | null, heldUpTo = 0): OutboxSnapshot {
    const entries = this.#inOrder()
    const counts = countsOf(entries)
    const waiting = counts.waiting + counts.sending + counts.sign_in + counts.password
    return {
      entries,
      waiting,
      needsAttention: NEEDS_ATTENTION.reduce((sum, state) => sum + counts[state], 0),
      state: phase === 'running' ? runningState(waiting, counts) : phase,
      reason,
      loss,
      held: heldOf(entries, heldUpTo, this.#registry),
      marks: this.#marks.current(),
      fold: this.#folding.fold(),
    }
  }

  #inOrder(): readonly OutboxEntry[] {
    // They are nearly always in order already, and sorting what is sorted is one look at each.
    if (!this.#isOrdered) this.#ordered = [...this.#entries.values()].sort((a, b) => a.seq - b.seq)
    this.#isOrdered = true
    return this.#ordered
  }
}

/**
 * What the server has refused is not so: its own word is shown, with the mark beside it. A record that only this device
 * has stays, or nothing of it would be in sight.
 */
function shownOf(fold: FoldEntry, state: EntryState): FoldEntry {
  return state === 'refused' ? { ...fold, effects: fold.effects.filter(({ act }) => act === 'add') } : fold
}

function heldOf(entries: readonly OutboxEntry[], upTo: number, registry: Registry): Held | null {
  if (upTo === 0) return null
  const held = entries.filter(({ seq, state }) => seq <= upTo && state !== 'done' && state !== 'unreadable')
  if (held.length === 0) return null
  const of = (is: (entry: OutboxEntry) => boolean) => held.filter(is).length
  return {
    count: held.length,
    upTo,
    madeAt: held.reduce((last, one) => Math.max(last, one.madeAt), 0),
    accounts: of((entry) => isOfAccount(entry, registry.read(entry))),
    waiting: of(({ state }) => !NEEDS_ATTENTION.includes(state)),
    wereSent: of(({ state, wasSent }) => wasSent && state !== 'refused'),
  }
}

/** Whether it makes an account or changes one (`Command.changesAccount`), or may send that whatever it says. */
export function isOfAccount({ isFromClear }: OutboxEntry, reading: Reading | null): boolean {
  const { changesAccount } = reading?.command ?? {}
  // What lay in clear may have been written to say less than it sends.
  return reading !== null && changesAccount !== undefined && (isFromClear === true || changesAccount(reading.input))
}

type Counts = Readonly<Record<EntryState, number>>

function countsOf(entries: readonly OutboxEntry[]): Counts {
  const counts = { waiting: 0, sending: 0, sign_in: 0, password: 0, conflict: 0, refused: 0, unreadable: 0, done: 0 }
  for (const { state } of entries) counts[state] += 1
  return counts
}

function runningState(waiting: number, { waiting: free, sending, sign_in, password }: Counts): OutboxState {
  if (sign_in > 0) return 'sign_in'
  if (sending > 0) return 'sending'
  if (password > 0 && free === 0) return 'password'
  return waiting > 0 ? 'waiting' : 'idle'
}
