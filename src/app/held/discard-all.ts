import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox, outboxSnapshot } from '#src/offline/outbox/outbox.ts'

/**
 * Discards every change that has not been sent, the last one first, so that no change remains that depends on a
 * discarded one. Rejects at the first change that can't be discarded, for example one in flight.
 */
export function discardAll(): Promise<void> {
  return discardEach(() => true)
}

/** Discards held changes up to this sequence number. Unreadable changes stay, because the user never saw them. */
export function discardHeld(upTo: number): Promise<void> {
  return discardEach(({ seq, state }) => seq <= upTo && state !== 'unreadable')
}

async function discardEach(is: (entry: OutboxEntry) => boolean): Promise<void> {
  const unsettled = outboxSnapshot().entries.filter((entry) => entry.state !== 'done' && is(entry))
  for (const entry of unsettled.toReversed()) await (await openedOutbox()).discard(entry.id)
}
