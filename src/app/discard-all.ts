import { discard, outboxSnapshot } from '#src/offline/outbox/outbox.ts'

/**
 * Takes back every change that has not been sent, last first, so that none is left on one that is gone.
 * Rejects at the first that can't be taken back, such as one that is on its way.
 */
export async function discardAll(): Promise<void> {
  const unsettled = outboxSnapshot().entries.filter((entry) => entry.state !== 'done')
  for (const entry of unsettled.toReversed()) await discard(entry.id)
}
