import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { OutboxPorts } from '../ports.ts'

/**
 * Makes entries sendable again that waited for a sign-in or for the password; signing in provides the password too.
 * Returns their sequence numbers.
 */
export async function releaseAfterSignIn({ store }: OutboxPorts): Promise<readonly number[]> {
  return store.write(async (tx) => {
    const entries = [...(await tx.entriesInState('sign_in')), ...(await tx.entriesInState('password'))]
    for (const entry of entries) await tx.putEntry({ ...entry, state: 'waiting', nextTryAt: 0 })
    return entries.map(({ seq }) => seq)
  })
}

/** Whether an entry may be retried early when the network returns. */
export const waitsForNetwork = ({ state, nextTryAt, problem }: OutboxEntry): boolean =>
  state === 'waiting' && nextTryAt > 0 && problem?.kind !== 'status'

/**
 * Makes entries sendable again that waited for the network. Returns their sequence numbers.
 * @param waitingEntries those that this tab knows of. Reading every entry would cost far more; unknown ones wait for
 * their time.
 */
export async function releaseWhenOnline(
  { store }: OutboxPorts,
  waitingEntries: readonly OutboxEntry[],
): Promise<readonly number[]> {
  if (waitingEntries.length === 0) return []
  return store.write(async (tx) => {
    for (const { seq } of waitingEntries) {
      const entry = await tx.entry(seq)
      if (entry && waitsForNetwork(entry)) await tx.putEntry({ ...entry, nextTryAt: 0 })
    }
    return waitingEntries.map(({ seq }) => seq)
  })
}
