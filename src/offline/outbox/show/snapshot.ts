import type { RecordKey } from '#src/offline/command.ts'
import { emptyFold, type Fold } from '#src/offline/fold/fold.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'
import type { Loss } from '../ports.ts'
import type { Mark } from './marks.ts'

export type { Mark }
/**
 * starting: stored entries are being read · idle: nothing to send · waiting: for a turn or for the network · sending ·
 * sign_in: the server requires a sign-in first · password: the server requires the password for all remaining entries ·
 * broken: this device's storage can't be used · stopped.
 */
export type OutboxState = 'starting' | 'idle' | 'waiting' | 'sending' | 'sign_in' | 'password' | 'broken' | 'stopped'
export type Phase = 'starting' | 'running' | 'broken' | 'stopped'
/**
 * `newer`: a newer version of the app has used this device; its store is left untouched. `storage`: the browser refuses
 * storage. `error`: a defect of the app.
 */
export type BrokenReason = 'newer' | 'storage' | 'error'

export interface HeldSummary {
  readonly count: number
  /** Entries up to this sequence number are held. */
  readonly upTo: number
  /** When the newest held change was made, in milliseconds since 1970. */
  readonly madeAt: number
  /** How many of them create or change accounts; see `concernsAccount`. */
  readonly accounts: number
  /** How many are sent once they are released; the others need the user's decision. */
  readonly waiting: number
  /** How many were sent before: the server may have them. */
  readonly wereSent: number
}

/** The current outbox as one immutable value. */
export interface OutboxSnapshot {
  /** By `seq`. Done entries stay until their rows have been refetched. */
  readonly entries: readonly OutboxEntry[]
  /** How many are still to be sent and need only time, a network, a sign-in or the password. */
  readonly waiting: number
  readonly needsAttention: number
  readonly state: OutboxState
  /** Why the state is `broken`; null in other states. */
  readonly reason: BrokenReason | null
  /** Changes that this device has lost, until the user has dismissed the notice. */
  readonly loss: Loss | null
  /** Entries saved before this sign-in that wait until the user says Send; null when there are none. */
  readonly held: HeldSummary | null
  readonly marks: ReadonlyMap<RecordKey, Mark>
  /** Applies the entries' optimistic effects to rows. The same value until a visible effect changes. */
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

/** Whether an entry creates or changes an account (`Command.changesAccount`), or may do so whatever its text shows. */
export function concernsAccount({ isFromClear }: OutboxEntry, reading: Reading | null): boolean {
  const { changesAccount } = reading?.command ?? {}
  // An entry that was stored unsealed may have been altered to send more than its text shows.
  return reading !== null && changesAccount !== undefined && (isFromClear === true || changesAccount(reading.input))
}
