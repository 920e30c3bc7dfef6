import type { RecordKey } from '../command.ts'
import { NEEDS_ATTENTION, type OutboxEntry } from './entry.ts'

/**
 * By its number, for each change that waits behind one about the same record, or about one that it needs, which needs the
 * person, or behind one that waits so: the one that is to be settled first.
 * @param entries unsettled or done, in their order
 * @param needsOf the records whose earlier changes one waits for without changing them
 */
export function heldBackBy(
  entries: readonly OutboxEntry[],
  needsOf: (entry: OutboxEntry) => readonly RecordKey[],
): ReadonlyMap<number, OutboxEntry> {
  const open = new Map<RecordKey, OutboxEntry>()
  const held = new Map<number, OutboxEntry>()
  for (const entry of entries) {
    if (entry.state === 'done') continue
    const before = [...entry.touches, ...needsOf(entry)].map((key) => open.get(key)).find((one) => one !== undefined)
    const isOpen = NEEDS_ATTENTION.some((state) => state === entry.state)
    if (before && entry.state === 'waiting') held.set(entry.seq, before)
    const first = isOpen ? entry : held.get(entry.seq)
    if (first) for (const key of entry.touches) open.set(key, first)
  }
  return held
}
