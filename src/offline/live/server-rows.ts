import { replaceEqualDeep } from '@tanstack/react-query'
import { insertSorted, type ListRules } from '#src/offline/fold/fold-list.ts'
import { idOf } from '#src/offline/query-storage/changed-rows.ts'
import type { ListData } from '#src/offline/reading/list-pages.ts'

/** The loaded part of a list with the server's changes. */
interface AppliedRows<Row> {
  readonly data: ListData<Row>
  /** False when a record changed that is not among the loaded rows: it may have entered or left the rest of the list. */
  readonly isCounted: boolean
}

/**
 * Applies changed rows to the loaded part of a list: rows change, leave, enter and move, by the list's own filter and
 * sort order. A row that now belongs after the loaded part comes with a later page. Pure. Unchanged rows keep their
 * identity.
 */
export function withServerRows<Row extends object>(
  list: ListData<Row>,
  { rows, gone }: { readonly rows: readonly Row[]; readonly gone: readonly (number | string)[] },
  { fits = () => true, compare = () => 0 }: Pick<ListRules<Row>, 'fits' | 'compare'>,
): AppliedRows<Row> {
  const changed = new Map<string, Row | null>(gone.map((id) => [String(id), null]))
  for (const row of rows) changed.set(idOf(row), row)
  const isComplete = list.next === null
  const last = list.rows.at(-1)
  const before = new Map(list.rows.flatMap((row) => (changed.has(idOf(row)) ? [[idOf(row), row] as const] : [])))
  const belongs = (row: Row) => {
    const earlier = before.get(idOf(row))
    // If `fits` rejects the row even as the server listed it, the change does not remove it.
    return fits(row) || (earlier !== undefined && !fits(earlier))
  }
  for (const row of rows) if (!belongs(row)) changed.set(idOf(row), null)
  const isLoaded = (row: Row) => isComplete || (last !== undefined && compare(row, last) <= 0)
  const placed = [...changed].flatMap(([id, row]) =>
    row !== null && isLoaded(row) ? [replaceEqualDeep(before.get(id), row) as Row] : [],
  )
  const isSame = placed.length === before.size && placed.every((row) => before.get(idOf(row)) === row)
  const isCounted = isComplete || changed.size === before.size
  if (isSame) return { data: list, isCounted }
  const staying = list.rows.filter((row) => !changed.has(idOf(row)))
  const result = insertSorted(staying, placed, [], { compare })
  const left = [...before.keys()].filter((id) => changed.get(id) === null).length
  return {
    data: {
      rows: result,
      count: isComplete ? result.length : list.count - left,
      // The next page begins after the loaded rows, which may be fewer or more now.
      next: isComplete || result.length === list.rows.length ? list.next : `?offset=${result.length}`,
    },
    isCounted,
  }
}
