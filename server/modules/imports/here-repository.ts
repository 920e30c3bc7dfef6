import type { ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { SOURCE } from './row-repository.ts'
import type { Told } from './rows/expense-sameness.ts'

/** What is looked for in the books: a row's day, amount and time, and the keys under which it may be there. */
export interface Sought {
  readonly date: string
  readonly amount: number
  readonly gallons: number | null
  readonly clock: string
  readonly own_key: string | null
  readonly former_key: string | null
}

/** A row of the books that may be the one sought. */
export interface HereRow extends Omit<Told, 'own_id'> {
  readonly id: number
  readonly date: string
  readonly amount: number
  /** Of fuel; null for tolls. */
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

/** A day and amount of which all rows are asked for, or the key of one row. */
export type Asked =
  | { readonly date: string; readonly amount: number; readonly key: null }
  | { readonly date: null; readonly amount: null; readonly key: string }

/**
 * Rows of the books of these days and amounts, and those under these keys (the sender's own, or made of a report's cells
 * before), up to the row `before` and by their ids; some are told twice. One statement, which reads an index for each that is asked.
 */
export function findBooked(sql: Sql, kind: ImportKind, asked: readonly Asked[], before: number): Promise<HereRow[]> {
  const { table, columns } = BOOKS[kind]
  const told = `t.id, t.date, t.amount::float8 as amount, t.clock, ${columns}, t.source, t.source_key, t.batch_id`
  const looking = (where: string) => `(select ${told} from ${table} t where ${where} and t.id <= $2::bigint)`
  return sql.query<HereRow>(
    `imports.here.${kind}`,
    `select c.*, b.file_name from json_to_recordset($1::json) as r (date date, amount numeric, key text)
     cross join lateral (${looking('t.date = r.date and t.amount = r.amount')}
       union all ${looking(`t.source = '${SOURCE}' and t.source_key = r.key`)}) c
     left join import_batches b on b.id = c.batch_id order by c.id`,
    [JSON.stringify(asked), before],
  )
}

/** What the books were when a report came: what it brings itself is not looked at. */
export interface BooksBefore {
  /** The newest row. */
  readonly newest: number
  /** The days of which there is anything. A row of another day, without a key, is looked for nowhere. */
  readonly days: ReadonlySet<string>
}

export async function booksBefore(sql: Sql, kind: ImportKind): Promise<BooksBefore> {
  const [row] = await sql.query<{ newest: number; days: readonly string[] }>(
    `imports.books.${kind}`,
    `select (select coalesce(max(id), 0) from ${BOOKS[kind].table})::bigint as newest,
       (select coalesce(json_agg(date), '[]') from daily_totals where kind = '${kind}') as days`,
  )
  return { newest: row?.newest ?? 0, days: new Set(row?.days) }
}

/** Tells of rows that came before clocks and invoices were kept what a report says that names them. */
export async function noteTold(
  sql: Sql,
  kind: ImportKind,
  told: readonly { readonly id: number; readonly clock: string; readonly invoice: string }[],
): Promise<void> {
  if (told.length === 0) return
  const invoice = kind === 'fuel' ? ', invoice = r.invoice' : ''
  await sql.query(
    `imports.note_told.${kind}`,
    `update ${BOOKS[kind].table} t set clock = r.clock${invoice}
     from json_to_recordset($1::json) as r (id bigint, clock text, invoice text) where t.id = r.id and t.clock is null`,
    [JSON.stringify(told)],
  )
}

/**
 * Waits until no other report of this kind is being taken in, and holds the turn until the transaction ends. Answers
 * whether there are rows whose keys were made of a report's cells.
 */
export async function takeTurn(sql: Sql, kind: ImportKind): Promise<boolean> {
  const [row] = await sql.query<{ has_former: boolean }>(
    'imports.take_turn',
    `insert into import_turns as t (kind) values ($1) on conflict (kind) do update set kind = excluded.kind
     returning t.has_former`,
    [kind],
  )
  return row?.has_former === true
}

/** The same without waiting, for who only looks. */
export async function hasFormer(sql: Sql, kind: ImportKind): Promise<boolean> {
  const [row] = await sql.query<{ has_former: boolean }>(
    'imports.has_former',
    'select has_former from import_turns where kind = $1',
    [kind],
  )
  return row?.has_former === true
}
