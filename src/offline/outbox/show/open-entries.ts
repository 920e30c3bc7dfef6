import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { blockedBy } from '#src/offline/outbox/send/blocked-entries.ts'
import { dependenciesOf } from './entry-readings.ts'
import type { OutboxSnapshot } from './snapshot.ts'

/** The entries that are being sent or can be sent next, by sequence number: none that waits for the user. */
export function openEntries({
  entries,
  held,
  state: outbox,
}: Pick<OutboxSnapshot, 'entries' | 'held' | 'state'>): ReadonlySet<number> {
  const upTo = held?.upTo ?? 0
  const blocked = blockedBy(entries, dependenciesOf, upTo)
  const isOpen = ({ state, seq }: OutboxEntry) =>
    state === 'sending' || (state === 'waiting' && outbox !== 'sign_in' && seq > upTo && !blocked.has(seq))
  return new Set(entries.filter(isOpen).map(({ seq }) => seq))
}
