import type { Fold } from '#src/offline/fold/fold.ts'
import type { ListData } from './list-pages.ts'
import type { ListQuery } from './list-query.ts'

export interface ListView<Row> {
  readonly rows: readonly Row[]
  /** Of the whole list, waiting changes included. */
  readonly count: number
}

/** A list as it is shown: what the server said (at `asOf`) with waiting changes laid over. Pure; unchanged rows stay the same. */
export function listView<Row extends object>(
  { kind, rules, overlayRows }: Pick<ListQuery<Row>, 'kind' | 'rules' | 'overlayRows'>,
  list: ListData<Row>,
  fold: Fold,
  asOf?: number,
): ListView<Row> {
  const all = { ...rules, complete: list.next === null, ...(asOf !== undefined && { asOf }) }
  const rows = fold.rows(kind, list.rows, all)
  const count = Math.max(0, list.count + fold.countChange(kind, list.rows, all))
  return { rows: overlayRows === null ? rows : overlayRows(rows, fold), count }
}
