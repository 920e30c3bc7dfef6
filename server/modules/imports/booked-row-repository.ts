import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { SOURCE } from './row-repository.ts'
import type { ExpenseDescription } from './rows/expense-sameness.ts'

/** What identifies a report row in the books: its day, amount and time, and the keys under which it might be stored. */
export interface RowToFind {
  readonly date: string
  readonly amount: number
  readonly gallons: number | null
  readonly clock: string
  readonly own_key: string | null
  readonly former_key: string | null
}

/** A row of the books that might be the same expense as a report row. */
export interface BookedRow extends Omit<ExpenseDescription, 'own_id'> {
  readonly id: number
  readonly date: string
  readonly amount: number
  /** Null for tolls. */
  readonly gallons: number | null
  readonly source: string
  readonly source_key: string
  readonly batch_id: number | null
  readonly file_name: string | null
}

export const BOOKS: Readonly<Record<ImportKind, { readonly table: string; readonly columns: string }>> = {
  tolls: {
    table: 'toll_transactions',
    columns: `case when t.plaza = '' then t.agency else t.plaza end as place, t.unit_id, null::integer as driver_id,
      null::float8 as card, t.transponder_id, t.plate, t.unit_number, '' as driver_name, '' as invoice, '' as product,
      null::float8 as gallons`,
  },
  fuel: {
    table: 'fuel_transactions',
    columns: `t.site as place, t.unit_id, t.driver_id, t.network_driver::float8 as card, '' as transponder_id, '' as plate,
      t.unit_number, '' as driver_name, t.invoice, t.product, t.gallons::float8 as gallons`,
  },
}

/** Selects all rows of a day and amount, or the one row with a key. */
export type BookedRowQuery =
  | { readonly date: string; readonly amount: number; readonly key: null }
  | { readonly date: null; readonly amount: null; readonly key: string }

/**
 * Rows of the books that match the queries, ordered by id, up to the row id `before`. A row that matches two queries is
 * listed twice. Keys are the vendor’s own, or were hashed from a report’s cells by an earlier version. One statement,
 * with one index lookup for each query.
 */
export function findBookedRows(
  sql: Sql,
  kind: ImportKind,
  queries: readonly BookedRowQuery[],
  before: number,
): Promise<BookedRow[]> {
  const { table, columns } = BOOKS[kind]
  const listed = `t.id, t.date, t.amount::float8 as amount, t.clock, ${columns}, t.source, t.source_key, t.batch_id`
  const bookedWhere = (where: string) => `(select ${listed} from ${table} t where ${where} and t.id <= $2::bigint)`
  return sql.query<BookedRow>(
    `imports.here.${kind}`,
    `select c.*, b.file_name from json_to_recordset($1::json) as r (date date, amount numeric, key text)
     cross join lateral (${bookedWhere('t.date = r.date and t.amount = r.amount')}
       union all ${bookedWhere(`t.source = '${SOURCE}' and t.source_key = r.key`)}) c
     left join import_batches b on b.id = c.batch_id order by c.id`,
    [JSON.stringify(queries), before],
  )
}

/** The state of the books before an import. The import’s own rows are never compared with. */
export interface BooksSnapshot {
  /** The id of the newest row; 0 if the books are empty. */
  readonly newest: number
  /** The days that have expenses. A row of another day and without a key needs no lookup. */
  readonly days: ReadonlySet<string>
}

export async function readBooksSnapshot(sql: Sql, kind: ImportKind): Promise<BooksSnapshot> {
  const [row] = await sql.query<{ newest: number; days: readonly string[] }>(
    `imports.books.${kind}`,
    `select (select coalesce(max(id), 0) from ${BOOKS[kind].table})::bigint as newest,
       (select coalesce(json_agg(date), '[]') from daily_totals where kind = '${kind}') as days`,
  )
  return { newest: row?.newest ?? 0, days: new Set(row?.days) }
}

/**
 * Adds time and invoice to rows that were stored before these columns existed, when a report contains the same expense.
 */
export async function addMissingDetails(
  sql: Sql,
  kind: ImportKind,
  details: readonly { readonly id: number; readonly clock: string; readonly invoice: string }[],
): Promise<void> {
  if (details.length === 0) return
  const invoice = kind === 'fuel' ? ', invoice = r.invoice' : ''
  await sql.query(
    `imports.note_told.${kind}`,
    `update ${BOOKS[kind].table} t set clock = r.clock${invoice}
     from json_to_recordset($1::json) as r (id bigint, clock text, invoice text) where t.id = r.id and t.clock is null`,
    [JSON.stringify(details)],
  )
}

/**
 * Waits until no other import of this kind is running, and blocks others until the transaction ends. Returns whether
 * the books have rows whose keys were hashed from a report’s cells.
 */
export async function lockImports(sql: Sql, kind: ImportKind): Promise<boolean> {
  const [row] = await sql.query<{ has_former: boolean }>(
    'imports.take_turn',
    `insert into import_turns as t (kind) values ($1) on conflict (kind) do update set kind = excluded.kind
     returning t.has_former`,
    [kind],
  )
  return row?.has_former === true
}

/** The same result without the lock, for a preview. */
export async function hasFormerKeys(sql: Sql, kind: ImportKind): Promise<boolean> {
  const [row] = await sql.query<{ has_former: boolean }>(
    'imports.has_former',
    'select has_former from import_turns where kind = $1',
    [kind],
  )
  return row?.has_former === true
}
