import { MAX_BATCH_SIZE, NOT_BATCHED } from '#contract/wire/changes.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'

/** In UTF-16 units of JSON: a second or so of a slow line, far from the time that is given to a request. */
const MAX_SIZE = 30_000

/**
 * Deals entries that may be sent, oldest first, to the requests that there is room for. Few go as they are. Of many,
 * several go in one request, for each request costs the device far more than what it carries; files, what may have reached
 * the server before, and what it has not begun in such a request, go by themselves, so that nothing that fails holds others
 * up again.
 */
export function batchesOf(due: readonly OutboxEntry[], room: number): readonly (readonly OutboxEntry[])[] {
  if (due.length <= room) return due.map((entry) => [entry])
  const loads: OutboxEntry[][] = []
  let open: { readonly load: OutboxEntry[]; size: number } | null = null
  for (const entry of due) {
    const size = goesAlone(entry) ? Number.POSITIVE_INFINITY : sizeOf(entry)
    if (open && open.load.length < MAX_BATCH_SIZE && open.size + size <= MAX_SIZE) {
      open.load.push(entry)
      open.size += size
    } else if (loads.length < room) {
      const load = [entry]
      loads.push(load)
      if (size <= MAX_SIZE) open = { load, size }
    }
  }
  return loads
}

const goesAlone = ({ wasSent, files, problem }: OutboxEntry) =>
  wasSent || files.length > 0 || problem?.status === NOT_BATCHED
const sizeOf = ({ request }: OutboxEntry) => JSON.stringify(request).length
