/** Applies rows to the data in memory. False when it lacks some of them after that. */
type ApplyRows = (rows: unknown) => boolean

let apply: ApplyRows | null = null
/** When the rows of entries were shown, in milliseconds since 1970, by the entries' ids. */
let shown = new Map<string, number>()

/** Sets what applies rows for the signed-in user; null for none. */
export function setOwnRows(next: ApplyRows | null): void {
  apply = next
  shown = new Map()
}

/** Applies the rows that came with the response to these entries of the user. */
export function takeOwnRows(ids: readonly string[], rows: unknown): void {
  const at = Date.now()
  if (apply?.(rows)) for (const id of ids) shown.set(id, at)
}

/**
 * Since when all lists in memory show the rows that these entries changed, in milliseconds since 1970; null if they don't.
 */
export function ownRowsSince(ids: readonly string[]): number | null {
  const times = ids.flatMap((id) => shown.get(id) ?? [])
  return times.length === ids.length ? Math.min(...times) : null
}
