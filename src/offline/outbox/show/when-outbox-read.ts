import { localLossMarker } from '#src/offline/outbox/repair/local-loss-marker.ts'
import { outboxSnapshot, subscribeOutbox } from '../outbox.ts'

/** The longest time that rows wait for an outbox that can't be opened, in milliseconds. */
const MAX_WAIT_MS = 1_000

/** Users whose outbox did not open in time. Rows wait only once, not on every page. */
const lateUsers = new Set<string>()

/**
 * Entries whose effects belong over the rows, according to the loss marker: unsettled, and settled but not refetched.
 */
function expectedSeqs(user: string): readonly number[] {
  const { unsettled = [], settling = [] } = localLossMarker(user).read() ?? {}
  return [...unsettled, ...settling]
}

/** Whether rows of this user wait for the outbox: the loss marker lists changes. */
export const isOutboxAwaited = (user: string): boolean => expectedSeqs(user).length > 0

/** Whether these entries are shown, or loading is over. An outbox shows what it has read before it is ready to send. */
function areShown(seqs: readonly number[]): boolean {
  const { state, entries } = outboxSnapshot()
  if (state !== 'starting') return true
  const shown = new Set(entries.map(({ seq }) => seq))
  return seqs.every((seq) => shown.has(seq))
}

/**
 * Resolves when the changes shown over a user's rows have been read, or after `MAX_WAIT_MS`. Rows shown earlier would
 * show the server's values for a moment instead of the user's own. Resolves immediately when the loss marker lists no
 * changes.
 * @param user the token's subject
 */
export async function whenOutboxRead(user: string): Promise<void> {
  if (lateUsers.has(user)) return
  const wanted = expectedSeqs(user)
  if (areShown(wanted)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = subscribeOutbox(() => {
    if (!areShown(wanted)) return
    stop()
    lateUsers.delete(user)
    resolve()
  })
  const timer = setTimeout(() => {
    lateUsers.add(user)
    resolve()
  }, MAX_WAIT_MS)
  await promise
  clearTimeout(timer)
}
