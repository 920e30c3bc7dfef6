import { setImmediate } from 'node:timers/promises'

/** So many of a fleet are worked out before others on this process have their turn. */
const AT_ONCE = 16

/** What `make` tells of each, in order; breaks off with the signal's reason. */
export async function inSlices<One, Row>(
  all: readonly One[],
  make: (one: One) => readonly Row[],
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let start = 0; start < all.length; start += AT_ONCE) {
    signal.throwIfAborted()
    for (const one of all.slice(start, start + AT_ONCE)) rows.push(...make(one))
    await setImmediate()
  }
  return rows
}
