import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { OutboxPorts } from '../ports.ts'

/** Lets entries go again that waited for a sign-in, or for the password, which is given by that too. Answers their numbers. */
export async function releaseAfterSignIn({ store }: OutboxPorts): Promise<readonly number[]> {
  return store.write(async (tx) => {
    const held = [...(await tx.inState('sign_in')), ...(await tx.inState('password'))]
    for (const entry of held) await tx.put({ ...entry, state: 'waiting', nextTryAt: 0 })
    return held.map(({ seq }) => seq)
  })
}

/** Whether a signal that the network is back lets an entry go before its time. */
export const waitsForNetwork = ({ state, nextTryAt, problem }: OutboxEntry): boolean =>
  state === 'waiting' && nextTryAt > 0 && problem?.kind !== 'status'

/**
 * Lets entries go again that waited for the network. Answers their numbers.
 * @param held as far as this tab knows: reading all that waits would cost far more, and the rest comes in its own time
 */
export async function releaseWhenOnline(
  { store }: OutboxPorts,
  held: readonly OutboxEntry[],
): Promise<readonly number[]> {
  if (held.length === 0) return []
  return store.write(async (tx) => {
    for (const { seq } of held) {
      const entry = await tx.entry(seq)
      if (entry && waitsForNetwork(entry)) await tx.put({ ...entry, nextTryAt: 0 })
    }
    return held.map(({ seq }) => seq)
  })
}
