import { type RecordKey, recordKey } from '../command.ts'
import { emptyFold, type Fold, type FoldEntry, foldOf } from '../fold.ts'
import { type EntryState, NEEDS_ATTENTION, type OutboxEntry } from './entry.ts'
import type { Loss } from './ports.ts'
import type { Registry } from './registry.ts'

export type Mark = 'waiting' | 'sending' | 'sign_in' | 'attention'
/**
 * starting: what the device holds is being read · idle: nothing to send · waiting: for its turn or for the network ·
 * sending · sign_in: the server wants a sign-in first · broken: this device's storage can't be used · stopped.
 */
export type OutboxState = 'starting' | 'idle' | 'waiting' | 'sending' | 'sign_in' | 'broken' | 'stopped'

/** The outbox as it stands: one immutable value. */
export interface OutboxSnapshot {
  /** By `seq`; those done stay until their rows have been fetched again. */
  readonly entries: readonly OutboxEntry[]
  /** How many are still to be sent and need nothing but time, network or a sign-in. */
  readonly waiting: number
  readonly needsAttention: number
  readonly state: OutboxState
  /** Changes that this device has lost, until the person has taken note. */
  readonly loss: Loss | null
  readonly marks: ReadonlyMap<RecordKey, Mark>
  readonly fold: Fold
  /** What the fold was made of. */
  readonly folded: readonly FoldEntry[]
}

export const emptySnapshot: OutboxSnapshot = {
  entries: [],
  waiting: 0,
  needsAttention: 0,
  state: 'stopped',
  loss: null,
  marks: new Map(),
  fold: emptyFold,
  folded: [],
}

/** The next snapshot. Its fold is the former one when nothing changed that shows. */
export function snapshotOf(
  stored: readonly OutboxEntry[],
  registry: Registry,
  phase: 'starting' | 'running' | 'broken' | 'stopped',
  loss: Loss | null,
  former: OutboxSnapshot,
): OutboxSnapshot {
  const entries = stored.map((entry) => asRead(entry, registry))
  const folded = entries.flatMap((entry) => registry.read(entry)?.fold ?? [])
  const isSame = folded.length === former.folded.length && folded.every((one, at) => one === former.folded[at])
  const count = (...states: readonly EntryState[]) => entries.filter((one) => states.includes(one.state)).length
  const waiting = count('waiting', 'sending', 'sign_in')
  return {
    entries,
    waiting,
    needsAttention: count(...NEEDS_ATTENTION),
    state: phase === 'running' ? runningState(waiting, count('sending'), count('sign_in')) : phase,
    loss,
    marks: marksOf(entries, registry),
    fold: isSame ? former.fold : foldOf(folded),
    folded: isSame ? former.folded : folded,
  }
}

function runningState(waiting: number, sending: number, signIn: number): OutboxState {
  if (signIn > 0) return 'sign_in'
  if (sending > 0) return 'sending'
  return waiting > 0 ? 'waiting' : 'idle'
}

/** Not a state that is stored: the next version of the app may understand it again. */
function asRead(entry: OutboxEntry, registry: Registry): OutboxEntry {
  if (entry.state === 'done' || entry.state === 'sending' || registry.read(entry)) return entry
  return { ...entry, state: 'unreadable' }
}

const STRENGTH: Readonly<Record<Mark, number>> = { waiting: 1, sending: 2, sign_in: 3, attention: 4 }

function marksOf(entries: readonly OutboxEntry[], registry: Registry): ReadonlyMap<RecordKey, Mark> {
  const marks = new Map<RecordKey, Mark>()
  for (const entry of entries) {
    const mark = markOf(entry.state)
    if (!mark) continue
    const shown = registry.read(entry)?.effects.map((effect) => recordKey({ name: effect.kind }, effect.key)) ?? []
    for (const key of [...entry.touches, ...shown]) {
      const other = marks.get(key)
      if (!other || STRENGTH[mark] > STRENGTH[other]) marks.set(key, mark)
    }
  }
  return marks
}

function markOf(state: EntryState): Mark | null {
  if (state === 'done') return null
  if (state === 'conflict' || state === 'refused' || state === 'unreadable') return 'attention'
  return state
}
