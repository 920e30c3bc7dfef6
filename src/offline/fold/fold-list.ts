export interface ListRules<Row> {
  /** Whether a row belongs in this list: the server's filter. Without it every row of the kind belongs. */
  readonly fits?: (row: Row) => boolean
  /** The server's order, total. Without it rows stay where they are and new ones go last (first, if more can follow). */
  readonly compare?: (a: Row, b: Row) => number
  /** Records made on this device stand first until the server has put them in their place, the last made before all. */
  readonly newFirst?: boolean
  /** When the server gave these rows: what it had by then is in its count, whether or not it is among them. */
  readonly asOf?: number
  /** False while further pages of the list are not here; then a row that belongs after the last one is not shown yet. */
  readonly complete?: boolean
}

/** What waiting changes make of the rows of one kind. */
export interface Changes<Row> {
  readonly keys: Iterable<string>
  /** The keys by which changes know a row; none when no change is about it. */
  readonly namesOf: (row: Row) => readonly string[]
  /** The row as it will be; undefined when it is removed. */
  readonly over: (row: Row) => Row | undefined
  /** A record whose row is not among those given: as it will be, and as it was when it was changed. */
  readonly alone: (key: string) => { readonly row: Row | undefined; readonly first: Row | undefined }
  /** Whether the server had all of a record's changes by then. */
  readonly isKnown: (key: string, asOf: number) => boolean
}

interface Placed<Row> {
  readonly rows: readonly Row[]
  readonly countChange: number
}

/** Lays changes over a list in one pass over its rows and one over the changes. */
export function placed<Row extends object>(
  rows: readonly Row[],
  rules: ListRules<Row>,
  changes: Changes<Row>,
): Placed<Row> {
  const { fits = () => true, complete = true, newFirst = false, asOf } = rules
  const here = changedRows(rows, rules, changes)
  const fresh: Row[] = []
  const made: Row[] = []
  let elsewhere = 0
  for (const key of changes.keys) {
    if (here.met.has(key) || (asOf !== undefined && changes.isKnown(key, asOf))) continue
    const { row, first } = changes.alone(key)
    // It was in a page that is not loaded if it fitted before; the server has counted it then.
    const wasCounted = first !== undefined && fits(first)
    const belongs = row !== undefined && fits(row)
    elsewhere += Number(belongs) - Number(wasCounted)
    if (belongs) (newFirst && first === undefined ? made : fresh).push(row)
  }
  if (!here.isChanged && fresh.length === 0 && made.length === 0) return { rows, countChange: complete ? 0 : elsewhere }
  const result = [...made.reverse(), ...merged(here.stay, here.move, fresh, rules)]
  const isSame = result.length === rows.length && result.every((row, at) => row === rows[at])
  return {
    rows: isSame ? rows : result,
    countChange: complete ? result.length - rows.length : elsewhere - here.left,
  }
}

function changedRows<Row extends object>(
  rows: readonly Row[],
  { fits = () => true, compare }: ListRules<Row>,
  changes: Changes<Row>,
) {
  const stay: Row[] = []
  const move: Row[] = []
  const met = new Set<string>()
  let isChanged = false
  for (const row of rows) {
    const names = changes.namesOf(row)
    for (const name of names) met.add(name)
    const now = names.length > 0 ? changes.over(row) : row
    if (now !== row) isChanged = true
    // A row that the server lists although `fits` denies it stays: the change is not what moved it.
    if (now === undefined || (now !== row && fits(row) && !fits(now))) continue
    if (now !== row && compare && compare(row, now) !== 0) move.push(now)
    else stay.push(now)
  }
  return { stay, move, met, isChanged, left: rows.length - stay.length - move.length }
}

function merged<Row>(
  stay: readonly Row[],
  move: readonly Row[],
  fresh: readonly Row[],
  { compare, complete = true }: ListRules<Row>,
): Row[] {
  if (!compare) return complete ? [...stay, ...fresh] : [...fresh, ...stay]
  const last = stay.at(-1)
  // Rows that were loaded stay in sight at the end; new ones wait for the page they belong to.
  const here = complete ? fresh : fresh.filter((row) => last !== undefined && compare(row, last) < 0)
  const coming = [...move, ...here].sort(compare)
  const result: Row[] = []
  let at = 0
  for (const row of stay) {
    for (let next = coming[at]; next !== undefined && compare(next, row) < 0; next = coming[at]) {
      result.push(next)
      at += 1
    }
    result.push(row)
  }
  return [...result, ...coming.slice(at)]
}
