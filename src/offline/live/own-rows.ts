/** What applies rows to the data in memory of a user. It returns false when the data lacks some of them after that. */
interface RowsTarget {
  readonly user: string
  readonly apply: (rows: unknown) => boolean
}

/** The latest entries are noted, until they are settled a moment later. */
const MAX_SHOWN = 200

let target: RowsTarget | null = null
/** When the rows of entries were shown, in milliseconds since 1970, by the entries' ids. */
let shown = new Map<string, number>()

/** Sets what applies rows for the signed-in user; null for none. */
export function setOwnRows(next: RowsTarget | null): void {
  target = next
  shown = new Map()
}

/** Applies the rows that came with the response to these entries of a user. */
export function takeOwnRows(user: string, ids: readonly string[], rows: unknown): void {
  const at = Date.now()
  // Another user may have signed in meanwhile.
  if (target?.user !== user || !target.apply(rows)) return
  for (const id of ids) shown.set(id, at)
  for (const id of [...shown.keys()].slice(0, -MAX_SHOWN)) shown.delete(id)
}

/**
 * Since when all lists in memory show the rows that these entries changed, in milliseconds since 1970; null if they don't.
 */
export function ownRowsSince(ids: readonly string[]): number | null {
  const times = ids.flatMap((id) => shown.get(id) ?? [])
  return times.length === ids.length ? Math.min(...times) : null
}
