import type { ImportKind } from '#contract/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { Told } from './expense-sameness.ts'
import { SOURCE } from './row-repository.ts'

/** What is looked for in the books: a row's day and amount, and whose it is. */
export interface Sought {
  /** The number under which what is found is answered. */
  readonly n: number
  readonly date: string
  readonly amount: number
  readonly gallons: number | null
  readonly unit_id: string | null
  readonly driver_id: number | null
  readonly clock: string
  /** Of a row that is nobody's: its meaning in one number; else null. */
  readonly meaning: number | null
  /** The two ways in which the books may call the vehicle; both empty for none, null where there is no vehicle to look for. */
  readonly called: string | null
  readonly called_key: string | null
  readonly own_key: string | null
  readonly former_key: string | null
}

/** A row of the books that may be the one sought. */
export interface HereRow extends Omit<Told, 'own_id'> {
  readonly n: number
  readonly id: number
  readonly date: string
  readonly amount: number
  readonly source: string
  readonly source_key: string
  readonly batch_id: number | null
  readonly file_name: string | null
}

/**
 * So many rows of the books are looked at for one of a report, by each way: more than one truck has in a day. Beyond them
 * a row passes for new; nothing is lost by it.
 */
const MOST = 200
/** The same of what is looked for by no owner: a fleet that knows none of its trucks has many of one amount a day. */
const MOST_LOOSE = 20

interface Where {
  readonly columns: string
  /** What makes a row of the books, `t`, one that may be the row `r`. */
  readonly ways: readonly string[]
  /** The same whosever it is: what it calls its owner may have meant another one when it came, or nobody. */
  readonly loose: string
}

/** What is of the same unit was found by that. */
const BY_UNIT = '(r.unit_id is null or t.unit_id is distinct from r.unit_id)'

export const BOOKS: Readonly<Record<ImportKind, { readonly table: string } & Where>> = {
  tolls: {
    table: 'toll_transactions',
    columns: `case when t.plaza = '' then t.agency else t.plaza end as place, t.unit_id, null::integer as driver_id,
      null::float8 as card, t.transponder_id, t.plate, t.unit_number, '' as driver_name, '' as invoice, '' as product`,
    ways: [
      't.unit_id = r.unit_id and t.date = r.date and t.amount = r.amount',
      't.unit_id is null and t.meaning = r.meaning',
    ],
    loose: `${BY_UNIT} and ltrim(glued(coalesce(nullif(t.transponder_id, ''), nullif(t.plate, ''), t.unit_number)), '0')
      = any(array[r.called, r.called_key]) and t.date = r.date and t.amount = r.amount`,
  },
  fuel: {
    table: 'fuel_transactions',
    columns: `t.site as place, t.unit_id, t.driver_id, t.network_driver::float8 as card, '' as transponder_id, '' as plate,
      t.unit_number, '' as driver_name, t.invoice, t.product`,
    ways: [
      't.unit_id = r.unit_id and t.date = r.date and t.amount = r.amount and t.gallons = r.gallons',
      't.driver_id = r.driver_id and t.date = r.date and t.amount = r.amount and t.gallons = r.gallons',
      't.unit_id is null and t.driver_id is null and t.meaning = r.meaning',
    ],
    loose: `${BY_UNIT} and (r.driver_id is null or t.driver_id is distinct from r.driver_id)
      and t.date = r.date and t.amount = r.amount and t.gallons = r.gallons`,
  },
}

/** A row of the books whose clock says another minute is no candidate. */
const CLOCKS = `(t.clock is null or t.clock = '' or r.clock = '' or left(t.clock, 5) = left(r.clock, 5))`

/** By the keys that are the sender's own, or were made of a report's cells before. */
const KEYS = [
  `t.source = '${SOURCE}' and t.source_key = r.own_key and r.own_key is not null`,
  `t.source = '${SOURCE}' and t.source_key = r.former_key and r.former_key is not null`,
]

/**
 * What may be these rows in the books, up to the row `before`. One statement, which reads an index a row and way;
 * the limit keeps it at that whatever the planner knows of tables that grow while it runs.
 */
export function findHere(sql: Sql, kind: ImportKind, sought: readonly Sought[], before: number): Promise<HereRow[]> {
  const { table, columns, ways, loose } = BOOKS[kind]
  const told = `t.id, t.date, t.amount::float8 as amount, t.clock, ${columns}, t.source, t.source_key, t.batch_id`
  const looking = (way: string, most: number) =>
    `(select ${told} from ${table} t where ${way} and t.id <= $2::bigint limit ${most})`
  const found = [
    ...[...ways.map((way) => `${way} and ${CLOCKS}`), ...KEYS].map((way) => looking(way, MOST)),
    looking(`${loose} and ${CLOCKS}`, MOST_LOOSE),
  ]
  return sql.query<HereRow>(
    `imports.here.${kind}`,
    `select r.n, c.*, b.file_name from json_to_recordset($1::json) as r (n integer, date date, amount numeric,
       gallons numeric, unit_id text, driver_id integer, clock text, meaning bigint, called text,
       called_key text, own_key text, former_key text)
     cross join lateral (${found.join(' union all ')}) c
     left join import_batches b on b.id = c.batch_id order by r.n, c.id`,
    [JSON.stringify(sought), before],
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
