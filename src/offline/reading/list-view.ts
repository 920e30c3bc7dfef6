import type { Fold } from '#src/offline/fold/fold.ts'
import type { ListData } from './list-pages.ts'
import type { ListQuery } from './list-query.ts'

export interface ListView<Row> {
  readonly rows: readonly Row[]
  /** Rows of the whole list, with the waiting changes applied. */
  readonly count: number
}

/**
 * A list for the screen: the server's rows, sent at `asOf` (milliseconds since 1970), with the waiting changes applied.
 * Pure. Unchanged rows keep their identity.
 */
export function listView<Row extends object>(
  { kind, rules, overlayRows }: Pick<ListQuery<Row>, 'kind' | 'rules' | 'overlayRows'>,
  list: ListData<Row>,
  fold: Fold,
  asOf?: number,
): ListView<Row> {
  const allRules = { ...rules, complete: list.next === null, ...(asOf !== undefined && { asOf }) }
  const rows = fold.rows(kind, list.rows, allRules)
  const count = Math.max(0, list.count + fold.countChange(kind, list.rows, allRules))
  return { rows: overlayRows === null ? rows : overlayRows(rows, fold), count }
}
