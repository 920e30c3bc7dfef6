import { localLossMarker } from '#src/offline/outbox/repair/local-loss-marker.ts'
import { outboxSnapshot, subscribeOutbox } from '../outbox.ts'

/** Longer no row waits for an outbox that can't be opened; milliseconds. */
const MAX_MS = 1_000

/** Whose outbox has been waited for in vain since it began to open: rows wait once, not at each step from page to page. */
const late = new Set<string>()

/** What lies over the rows, as far as the device's note says: what waits, and what is settled but not fetched. */
function toBeShown(user: string): readonly number[] {
  const { unsettled = [], settling = [] } = localLossMarker(user).read() ?? {}
  return [...unsettled, ...settling]
}

/** Whether these are shown, or whatever there is of them: an outbox shows what it has read before it is ready to send. */
function areShown(seqs: readonly number[]): boolean {
  const { state, entries } = outboxSnapshot()
  if (state !== 'starting') return true
  const shown = new Set(entries.map(({ seq }) => seq))
  return seqs.every((seq) => shown.has(seq))
}

/**
 * Resolves when what this device shows over a person's rows has been read: rows that stand before that show the server's
 * word for a moment where the person's own was. At once where the device's note knows of nothing.
 * @param user the token's subject
 */
export async function onceRead(user: string): Promise<void> {
  if (late.has(user)) return
  const wanted = toBeShown(user)
  if (areShown(wanted)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = subscribeOutbox(() => {
    if (!areShown(wanted)) return
    stop()
    late.delete(user)
    resolve()
  })
  const timer = setTimeout(() => {
    late.add(user)
    resolve()
  }, MAX_MS)
  await promise
  clearTimeout(timer)
}
