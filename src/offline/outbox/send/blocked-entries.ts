import type { RecordKey } from '#src/offline/command.ts'
import { NEEDS_ATTENTION, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'

/**
 * By its number, for each change that waits behind one about the same record, or about one that it needs, which waits for the
 * user's word, or behind one that waits so: the one that is to be settled first.
 * @param entries unsettled or done, in their order
 * @param needsOf the records whose earlier changes one waits for without changing them
 * @param heldUpTo up to this number they were stored before the sign-in, and wait for a word themselves
 */
export function blockedBy(
  entries: readonly OutboxEntry[],
  needsOf: (entry: OutboxEntry) => readonly RecordKey[],
  heldUpTo = 0,
): ReadonlyMap<number, OutboxEntry> {
  const open = new Map<RecordKey, OutboxEntry>()
  const held = new Map<number, OutboxEntry>()
  for (const entry of entries) {
    if (entry.state === 'done') continue
    const before = [...entry.touches, ...needsOf(entry)].map((key) => open.get(key)).find((one) => one !== undefined)
    const isKept = entry.seq <= heldUpTo
    const isOpen = isKept || entry.state === 'password' || NEEDS_ATTENTION.some((state) => state === entry.state)
    if (before && entry.state === 'waiting') held.set(entry.seq, before)
    const first = isOpen ? entry : held.get(entry.seq)
    if (first) for (const key of entry.touches) open.set(key, first)
  }
  return held
}

/**
 * How many changes the next chance to send may take: none while the server wants a sign-in first.
 * @param held as `heldBackBy` tells
 */
export function freeToGo(
  entries: readonly OutboxEntry[],
  held: ReadonlyMap<number, OutboxEntry>,
  heldUpTo = 0,
): number {
  if (entries.some(({ state }) => state === 'sign_in')) return 0
  return entries.filter(({ seq, state }) => state === 'waiting' && seq > heldUpTo && !held.has(seq)).length
}
