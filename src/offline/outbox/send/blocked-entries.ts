import type { RecordKey } from '#src/offline/command.ts'
import { NEEDS_ATTENTION, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'

/**
 * For each blocked entry, by sequence number: the entry to resolve first. An entry is blocked when an earlier entry
 * about the same record, or about a record that it depends on, waits for the user or is blocked itself.
 * @param entries unsettled or done, in order
 * @param dependenciesOf records whose earlier changes an entry waits for without changing them
 * @param heldUpTo entries up to this sequence number are held
 */
export function blockedBy(
  entries: readonly OutboxEntry[],
  dependenciesOf: (entry: OutboxEntry) => readonly RecordKey[],
  heldUpTo = 0,
): ReadonlyMap<number, OutboxEntry> {
  const blockers = new Map<RecordKey, OutboxEntry>()
  const blocked = new Map<number, OutboxEntry>()
  for (const entry of entries) {
    if (entry.state === 'done') continue
    const blocker = [...entry.touches, ...dependenciesOf(entry)]
      .map((key) => blockers.get(key))
      .find((found) => found !== undefined)
    const isHeld = entry.seq <= heldUpTo
    const needsUser = isHeld || entry.state === 'password' || NEEDS_ATTENTION.some((state) => state === entry.state)
    if (blocker && entry.state === 'waiting') blocked.set(entry.seq, blocker)
    const toResolve = needsUser ? entry : blocked.get(entry.seq)
    if (toResolve) for (const key of entry.touches) blockers.set(key, toResolve)
  }
  return blocked
}

/**
 * How many changes can be sent at the next opportunity; 0 while the server requires a sign-in.
 * @param blocked the result of `blockedBy`
 */
export function countSendable(
  entries: readonly OutboxEntry[],
  blocked: ReadonlyMap<number, OutboxEntry>,
  heldUpTo = 0,
): number {
  if (entries.some(({ state }) => state === 'sign_in')) return 0
  return entries.filter(({ seq, state }) => state === 'waiting' && seq > heldUpTo && !blocked.has(seq)).length
}
