/** How the server selects and sorts a list, so that the device can do the same. */
export interface ListRules<Row> {
  /** The server's filter: whether a row belongs in this list. Without it, every row of the kind belongs. */
  readonly fits?: (row: Row) => boolean
  /**
   * The server's sort order, which must be total. Without it, rows keep their places, and new rows go last, or first
   * while the list is incomplete.
   */
  readonly compare?: (a: Row, b: Row) => number
  /** Shows records created on this device first, the newest at the top, until the server lists them. */
  readonly newFirst?: boolean
  /**
   * When the server sent these rows, in milliseconds since 1970. Its count already includes every change settled before
   * then, even if the changed row is not among these rows.
   */
  readonly asOf?: number
  /** False while more pages can be loaded. A row that belongs after the last loaded row is then not shown yet. */
  readonly complete?: boolean
}

/** The changes of the records of one kind. */
export interface RecordChanges<Row> {
  /** Keys of all changed records. */
  readonly keys: Iterable<string>
  /** The keys by which changes refer to a row; empty when no change concerns it. */
  readonly keysOf: (row: Row) => readonly string[]
  /** The row with the changes applied; undefined when it is removed. */
  readonly overlay: (row: Row) => Row | undefined
  /** A record whose row is not in the list: its row with the changes applied, and the row before the first change. */
  readonly unlisted: (key: string) => { readonly row: Row | undefined; readonly original: Row | undefined }
  /** Whether the server had all of a record's changes at the time `asOf`. */
  readonly isKnownAt: (key: string, asOf: number) => boolean
}

/** A list with the changes applied, and the difference to the server's count. */
interface FoldedList<Row> {
  readonly rows: readonly Row[]
  readonly countChange: number
}

/** Applies changes to a list, in one pass over its rows and one pass over the changes. */
export function foldList<Row extends object>(
  rows: readonly Row[],
  rules: ListRules<Row>,
  changes: RecordChanges<Row>,
): FoldedList<Row> {
  const { fits = () => true, complete = true, newFirst = false, asOf } = rules
  const listed = changedRows(rows, rules, changes)
  const arriving: Row[] = []
  const created: Row[] = []
  let unlistedChange = 0
  for (const key of changes.keys) {
    if (listed.metKeys.has(key) || (asOf !== undefined && changes.isKnownAt(key, asOf))) continue
    const { row, original } = changes.unlisted(key)
    // A record that belonged before is on a page that is not loaded, so the server has counted it.
    const wasCounted = original !== undefined && fits(original)
    const belongs = row !== undefined && fits(row)
    unlistedChange += Number(belongs) - Number(wasCounted)
    if (belongs) (newFirst && original === undefined ? created : arriving).push(row)
  }
  if (!listed.isChanged && arriving.length === 0 && created.length === 0)
    return { rows, countChange: complete ? 0 : unlistedChange }
  const result = [...created.reverse(), ...insertSorted(listed.staying, listed.moving, arriving, rules)]
  const isSame = result.length === rows.length && result.every((row, at) => row === rows[at])
  return {
    rows: isSame ? rows : result,
    countChange: complete ? result.length - rows.length : unlistedChange - listed.removedCount,
  }
}

/** The list's rows with the changes applied: those that keep their place and those that move. */
function changedRows<Row extends object>(
  rows: readonly Row[],
  { fits = () => true, compare }: ListRules<Row>,
  changes: RecordChanges<Row>,
) {
  const staying: Row[] = []
  const moving: Row[] = []
  const metKeys = new Set<string>()
  let isChanged = false
  for (const row of rows) {
    const keys = changes.keysOf(row)
    for (const key of keys) metKeys.add(key)
    const changed = keys.length > 0 ? changes.overlay(row) : row
    if (changed !== row) isChanged = true
    // If `fits` rejects the row even as the server listed it, the change does not remove it: the row stays.
    if (changed === undefined || (changed !== row && fits(row) && !fits(changed))) continue
    if (changed !== row && compare && compare(row, changed) !== 0) moving.push(changed)
    else staying.push(changed)
  }
  return { staying, moving, metKeys, isChanged, removedCount: rows.length - staying.length - moving.length }
}

/** Adds moved and new rows to those that keep their place. Without `compare`, new rows go last, or first. */
export function insertSorted<Row>(
  staying: readonly Row[],
  moving: readonly Row[],
  arriving: readonly Row[],
  { compare, complete = true }: ListRules<Row>,
): Row[] {
  if (!compare) return complete ? [...staying, ...arriving] : [...arriving, ...staying]
  const last = staying.at(-1)
  // Moved rows stay visible, at the end if necessary. A new row that belongs on a later page waits for that page.
  const placeable = complete ? arriving : arriving.filter((row) => last !== undefined && compare(row, last) < 0)
  const inserts = [...moving, ...placeable].sort(compare)
  const result: Row[] = []
  let index = 0
  for (const row of staying) {
    for (let next = inserts[index]; next !== undefined && compare(next, row) < 0; next = inserts[index]) {
      result.push(next)
      index += 1
    }
    result.push(row)
  }
  return [...result, ...inserts.slice(index)]
}
