import { setImmediate } from 'node:timers/promises'

/** Items computed before other work of this process gets a turn. */
const AT_ONCE = 16

/** The rows that `make` returns for each item, in order. When the signal aborts, throws its reason. */
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
