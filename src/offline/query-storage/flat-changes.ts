import type { Page } from '#contract/wire/page.ts'
import { idOf, type RowChanges } from './changed-rows.ts'
import type { ReadPage } from './stored-copy.ts'

interface FlatList<Row> {
  /** The name under which the server sends the changed rows of the list. */
  readonly name: string
  /** Checks rows in the form of a page. Null when they are invalid. */
  readonly unpack: (page: unknown) => Page<Row> | null
  /** The sort order of the stored copy. */
  readonly compare?: ((a: Row, b: Row) => number) | undefined
}

/** The changes of a list whose rows are the rows that the server sends: each has its place in the sort order. */
export function flatChanges<Row extends object>({ name, unpack, compare = () => 0 }: FlatList<Row>): RowChanges<Row> {
  const checked = (results: readonly unknown[]) =>
    unpack({ count: 0, next: null, previous: null, results })?.results ?? null
  return {
    names: [name],
    receive(received) {
      const { rows = [], gone = [] } = received.find(({ list }) => list === name) ?? {}
      const checkedRows = checked(rows)
      return checkedRows && { rows: checkedRows, gone: gone.map(String) }
    },
    unpack: checked,
    // `receive` and `unpack` have checked the rows.
    merged: (readPage, pages, { rows, gone }) => withRows(readPage, pages, { rows: rows as Row[], gone, compare }),
  }
}

interface Placed<Row> {
  readonly rows: readonly Row[]
  readonly gone: readonly string[]
  readonly compare: (a: Row, b: Row) => number
}

/** Reads pages with changed rows in their places: each in the page whose rows surround it. */
function withRows<Row extends object>(
  readPage: ReadPage<Row>,
  pages: number,
  { rows, gone, compare }: Placed<Row>,
): ReadPage<Row> {
  const keys = new Set([...rows.map(idOf), ...gone])
  /** The last row before a page. A page can be empty: all of its rows may have left the list. */
  const lastBefore = async (at: number): Promise<Row | null | undefined> => {
    if (at === 0) return undefined
    const page = await readPage(at - 1)
    return page === null ? null : (page.results.at(-1) ?? lastBefore(at - 1))
  }
  return async (at) => {
    const [previous, page] = await Promise.all([lastBefore(at), readPage(at)])
    if (page === null || previous === null) return null
    const last = page.results.at(-1)
    const isHere = (row: Row) =>
      (previous === undefined || compare(row, previous) > 0) &&
      (at === pages - 1 || (last !== undefined && compare(row, last) <= 0))
    const results = [...page.results.filter((row) => !keys.has(idOf(row))), ...rows.filter(isHere)]
    return { ...page, results: results.sort(compare) }
  }
}
