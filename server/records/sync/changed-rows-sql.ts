import type { Sql } from '#server/db/db.ts'
import type { ListSql } from '#server/records/sql/page-sql.ts'

/** A list with SQL for the key of a row: the value of the row's field `id`. */
export interface KeyedListSql extends ListSql {
  readonly id: string
}

/** The rows of a list that changed, as JSON texts. */
export interface ChangedRows {
  readonly rows: string
  /** The keys of possibly changed rows that are not in the list: a JSON list. */
  readonly gone: string
}

/**
 * The statement for the changed rows of a list. It has the same tables, condition and row as the list's pages, so both
 * show the same rows with the same fields.
 */
function changedRowsStatement(list: KeyedListSql, affected: string): string {
  const changes = `$${list.params.length + 1}`
  return `
    with ${list.first ? `${list.first},` : ''} changed as materialized (
      select area, record_id, field, from_value, to_value from all_changes where seq = any(${changes}::bigint[])),
    affected as materialized (select distinct a.id from (${affected}) as a(id) where a.id is not null),
    page as materialized (select ${list.columns}, ${list.id} as row_id from ${list.from}
      where ${list.where} and ${list.id} = any(array(select id from affected)))
    ${list.alongside ?? ''}
    select coalesce(json_agg(${list.row}), '[]')::text as rows,
      (select coalesce(json_agg(a.id), '[]') from affected a
        where not exists (select from page p where p.row_id = a.id))::text as gone
    from page ${list.alias} ${list.joins}`
}

/**
 * Reads the rows of a list that the changes with these history numbers may have changed. `name`: the list's name, because
 * several lists may share one statement for their pages. `affected`: see `SyncedList`.
 */
export async function queryChangedRows(
  sql: Sql,
  name: string,
  { list, affected }: { readonly list: KeyedListSql; readonly affected: string },
  changes: readonly number[],
): Promise<ChangedRows> {
  const statement = changedRowsStatement(list, affected)
  const [row] = await sql.query<ChangedRows>(`sync.${name}.${list.name}`, statement, [...list.params, changes])
  if (!row) throw new Error(`${list.name}: no answer`)
  return row
}
