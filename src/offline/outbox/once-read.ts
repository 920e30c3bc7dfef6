import { localWitness } from './local-witness.ts'
import { outboxSnapshot, subscribeOutbox } from './outbox.ts'

/** Longer no row waits for an outbox that can't be opened; milliseconds. */
const LONGEST_MS = 1_000

/**
 * Resolves when what waits on this device for a person has been read: rows that stand before that show the server's word
 * for a moment where the person's own was. At once where the device's note knows of nothing that waits.
 * @param user the token's subject
 */
export async function onceRead(user: string): Promise<void> {
  const isRead = () => outboxSnapshot().state !== 'starting'
  if (isRead() || !localWitness(user).read()?.unsettled.length) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = subscribeOutbox(() => {
    if (isRead()) resolve()
  })
  const timer = setTimeout(resolve, LONGEST_MS)
  await promise
  clearTimeout(timer)
  stop()
}
