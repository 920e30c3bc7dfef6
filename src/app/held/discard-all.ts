import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox, outboxSnapshot } from '#src/offline/outbox/outbox.ts'

/**
 * Takes back every change that has not been sent, last first, so that none is left on one that is gone.
 * Rejects at the first that can't be taken back, such as one that is on its way.
 */
export function discardAll(): Promise<void> {
  return discardEach(() => true)
}

/** The same with what was stored before the sign-in, up to this number. What does not open stays: nothing was shown of it. */
export function discardHeld(upTo: number): Promise<void> {
  return discardEach(({ seq, state }) => seq <= upTo && state !== 'unreadable')
}

async function discardEach(is: (entry: OutboxEntry) => boolean): Promise<void> {
  const unsettled = outboxSnapshot().entries.filter((entry) => entry.state !== 'done' && is(entry))
  for (const entry of unsettled.toReversed()) await (await openedOutbox()).discard(entry.id)
}
