import type { ImportKind } from '#contract/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { Told } from './expense-sameness.ts'
import { SOURCE } from './row-repository.ts'

/** What is looked for in the books: a row's day and amount, and whose it is. */
export interface Sought {
  readonly date: string
  readonly amount: number
  readonly gallons: number | null
  readonly unit_id: string | null
  readonly driver_id: number | null
  readonly clock: string
  /** What it means beside its time (`meaningOf`): rows of the books that are nobody's are found by it. */
  readonly meaning: number
  /** What the vehicle may be called in the books. */
  readonly vehicles: readonly string[]
  readonly own_key: string | null
  readonly former_key: string | null
}

/** A row of the books that may be the one sought. */
export interface HereRow extends Omit<Told, 'own_id'> {
  readonly id: number
  readonly date: string
  readonly amount: number
  readonly source: string
  readonly source_key: string
  readonly batch_id: number | null
  readonly file_name: string | null
}

/** One by what it was found. */
export interface FoundRow extends HereRow {
  readonly gallons: number | null
  /** Of a row that is nobody's. */
  readonly meaning: number | null
  /** What the vehicle is called, as an index has it; empty of fuel. */
  readonly called: string
}

/**
 * So many rows of the books are looked at for one truck and day, or one meaning: more than there are. Beyond them a row passes
 * for new.
 */
const MOST = 10_000

interface Where {
  readonly columns: string
  /** By which it is known what was found. */
  readonly found: string
  /**
   * How rows of the books are found, `t`: by what the rows sought have in common, `g`, each group of them once. A truck's day
   * is read once, however many of its rows a report has. Answered is what has the `own` of a row sought, its amount and minute.
   */
  readonly ways: readonly Way[]
}

interface Way {
  readonly group: string
  readonly where: string
  /** A column of what is found, `c`, and the one of the rows sought that is equal to it. */
  readonly own: readonly [found: string, sought: string]
}

const BY_UNIT: Way = {
  group: 'unit_id, date',
  where: 't.unit_id = g.unit_id and t.date = g.date',
  own: ['unit_id', 'unit_id'],
}
const CALLED = `ltrim(glued(coalesce(nullif(t.transponder_id, ''), nullif(t.plate, ''), t.unit_number)), '0')`

export const BOOKS: Readonly<Record<ImportKind, { readonly table: string } & Where>> = {
  tolls: {
    table: 'toll_transactions',
    columns: `case when t.plaza = '' then t.agency else t.plaza end as place, t.unit_id, null::integer as driver_id,
      null::float8 as card, t.transponder_id, t.plate, t.unit_number, '' as driver_name, '' as invoice, '' as product`,
    found: `null::float8 as gallons, ${CALLED} as called`,
    ways: [
      BY_UNIT,
      { group: 'meaning', where: 't.unit_id is null and t.meaning = g.meaning', own: ['meaning', 'meaning'] },
      // Whosever it is: what it calls its vehicle may have meant another one when it came, or none.
      {
        group: 'vehicle, date, amount',
        where: `${CALLED} = g.vehicle and t.date = g.date and t.amount = g.amount`,
        own: ['called', 'vehicle'],
      },
    ],
  },
  fuel: {
    table: 'fuel_transactions',
    columns: `t.site as place, t.unit_id, t.driver_id, t.network_driver::float8 as card, '' as transponder_id, '' as plate,
      t.unit_number, '' as driver_name, t.invoice, t.product`,
    found: `t.gallons::float8 as gallons, '' as called`,
    ways: [
      BY_UNIT,
      {
        group: 'driver_id, date',
        where: 't.driver_id = g.driver_id and t.date = g.date',
        own: ['driver_id', 'driver_id'],
      },
      {
        group: 'meaning',
        where: 't.unit_id is null and t.driver_id is null and t.meaning = g.meaning',
        own: ['meaning', 'meaning'],
      },
      {
        group: 'date, amount, gallons',
        where: 't.date = g.date and t.amount = g.amount and t.gallons = g.gallons',
        own: ['gallons', 'gallons::float8'],
      },
    ],
  },
}

const MINUTE = `left(coalesce(c.clock, ''), 5)`

/** What is of another amount or minute than all rows sought that have its owner is not answered. */
const isLike = ({ own: [found, sought] }: Way) => `
  (c.${found}, c.amount, ${MINUTE}) in (select ${sought}, amount::float8, left(clock, 5) from r)
  or (c.${found}, c.amount) in (select ${sought}, amount::float8 from r where clock = '')
  or ${MINUTE} = '' and (c.${found}, c.amount) in (select ${sought}, amount::float8 from r)`

/** By the keys that are the sender's own, or were made of a report's cells before. */
const KEYS = ['own_key', 'former_key'].map((key) => ({
  group: key,
  where: `t.source = '${SOURCE}' and t.source_key = g.${key}`,
}))

/**
 * What may be these rows in the books, up to the row `before`, those first that came first; some may be told twice. One
 * statement, which reads an index for each group of rows and way.
 */
export function findHere(sql: Sql, kind: ImportKind, sought: readonly Sought[], before: number): Promise<FoundRow[]> {
  const { table, columns, ways, found: by } = BOOKS[kind]
  const told = `t.id, t.date, t.amount::float8 as amount, t.clock, t.meaning, ${by}, ${columns}, t.source, t.source_key, t.batch_id`
  const looking = (group: string, where: string) => `select c.* from (select distinct ${group} from r) g
    cross join lateral (select ${told} from ${table} t where ${where} and t.id <= $2::bigint limit ${MOST}) c`
  const found = [
    ...ways.map((way) => `${looking(way.group, way.where)} where ${isLike(way)}`),
    ...KEYS.map(({ group, where }) => looking(group, where)),
  ]
  return sql.query<FoundRow>(
    `imports.here.${kind}`,
    `with r as materialized (
       select s.*, v.vehicle from json_to_recordset($1::json) as s (date date, amount numeric, gallons numeric, unit_id text,
         driver_id integer, clock text, meaning bigint, vehicles json, own_key text, former_key text)
       cross join lateral json_array_elements_text(s.vehicles) as v (vehicle)),
     found as (${found.join(' union all ')})
     select f.*, b.file_name from found f left join import_batches b on b.id = f.batch_id order by f.id`,
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
