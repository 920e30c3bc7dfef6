import { MAX_BATCH_SIZE, NOT_BATCHED } from '#contract/wire/changes.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'

/** In UTF-16 units of JSON: about one second on a slow connection, far below the time limit of a request. */
const MAX_BATCH_JSON_LENGTH = 30_000

/**
 * Distributes entries that may be sent, oldest first, over at most `room` requests. When there is room for all, each
 * entry gets a request of its own. Otherwise several go in one request, because a request costs the device far more
 * than its content. Three kinds of entries always go alone, so that their failure does not delay others again: entries
 * with files, entries that may have reached the server before, and entries that the server did not begin in a batch.
 */
export function batchesOf(due: readonly OutboxEntry[], room: number): readonly (readonly OutboxEntry[])[] {
  if (due.length <= room) return due.map((entry) => [entry])
  const batches: OutboxEntry[][] = []
  let current: { readonly batch: OutboxEntry[]; size: number } | null = null
  for (const entry of due) {
    const size = mustGoAlone(entry) ? Number.POSITIVE_INFINITY : jsonLengthOf(entry)
    if (current && current.batch.length < MAX_BATCH_SIZE && current.size + size <= MAX_BATCH_JSON_LENGTH) {
      current.batch.push(entry)
      current.size += size
    } else if (batches.length < room) {
      const batch = [entry]
      batches.push(batch)
      if (size <= MAX_BATCH_JSON_LENGTH) current = { batch, size }
    }
  }
  return batches
}

const mustGoAlone = ({ wasSent, files, problem }: OutboxEntry) =>
  wasSent || files.length > 0 || problem?.status === NOT_BATCHED
const jsonLengthOf = ({ request }: OutboxEntry) => JSON.stringify(request).length
