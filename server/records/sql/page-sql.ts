import type * as z from 'zod/mini'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { Sql } from '#server/db/db.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

/** Which part of a list is asked for; `cursor` wins over `offset`. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
}

/** One page as the database made it: the rows as one JSON text, and the cursor of the next page if there is one. */
export interface PageText {
  readonly count: number
  readonly rows: string
  readonly next: string | null
  /** What the list's `total` comes to, where it has one. */
  readonly total?: number
}

interface OrderKey {
  readonly sql: string
  readonly type: 'text' | 'bigint' | 'numeric' | 'boolean' | 'date'
  readonly isDescending?: boolean
}

/** An order of a list. The last key must be unique, or pages would repeat or skip rows. */
export interface ListOrder<S extends Schema = Schema> {
  readonly name: string
  /** SQL expressions over the list's tables, most significant first, and the types of their values. */
  readonly keys: readonly OrderKey[]
  /** Of keys that say none themselves. */
  readonly isDescending?: boolean
  /** Judges the keys that a cursor brings. */
  readonly cursor: S
}

/** A list as SQL. `where` and the CTEs may use the parameters `$1…` of `params`. */
export interface ListSql {
  readonly name: string
  /** A CTE (`name as (…)`) that `where` and `count` share, so that it is worked out once. */
  readonly first?: string
  /** The tables that keys, `where` and `columns` speak of. */
  readonly from: string
  readonly where: string
  /** SQL for how many rows fit; evaluated once. */
  readonly count: string
  /** SQL for a number that is said of the whole list, beside its count. */
  readonly total?: string
  readonly params: readonly unknown[]
  /** What the page keeps of a row; the rest is joined to the page's rows alone. */
  readonly columns: string
  /** What `joins` and `row` call the page's rows. */
  readonly alias: string
  /** Further CTEs (from the comma on) that start from the rows of `page`. */
  readonly alongside?: string
  readonly joins: string
  /** SQL for one row as JSON. */
  readonly row: string
}

interface PageRow {
  readonly count: number
  readonly rows: string
  readonly last: string | null
  readonly total?: number
}

const isDown = (order: ListOrder, { isDescending = order.isDescending ?? false }: OrderKey) => isDescending

/**
 * Where the rows after the cursor begin. The comparison of whole rows spans tables, so no index serves it: the first
 * key's own bound beside it lets the scan start in the right place.
 */
function after(order: ListOrder, at: (offset: number) => string): string {
  const [first] = order.keys
  if (!first) return ''
  const sign = (key: OrderKey) => (isDown(order, key) ? '<' : '>')
  const bound = `and ${first.sql} ${sign(first)}= ${at(0)}::${first.type}`
  if (order.keys.every((key) => sign(key) === sign(first))) {
    const left = order.keys.map((key) => key.sql).join(', ')
    const right = order.keys.map((key, n) => `${at(n)}::${key.type}`).join(', ')
    return `${bound} and (${left}) ${sign(first)} (${right})`
  }
  // Rows of both directions are compared key by key: alike so far, and then behind.
  const ways = order.keys.map((key, n) => {
    const alike = order.keys.slice(0, n).map((one, m) => `${one.sql} = ${at(m)}::${one.type}`)
    return `(${[...alike, `${key.sql} ${sign(key)} ${at(n)}::${key.type}`].join(' and ')})`
  })
  return `${bound} and (${ways.join(' or ')})`
}

/** The one statement of a page: first the page's rows by their keys alone, then what is shown of them. */
function pageStatement(list: ListSql, order: ListOrder, hasCursor: boolean): string {
  const direction = (key: OrderKey) => (isDown(order, key) ? 'desc' : 'asc')
  const at = (offset: number) => `$${list.params.length + 1 + offset}`
  const keys = order.keys.map((key, n) => `${key.sql} as key${n}`).join(', ')
  const by = order.keys.map((key) => `${key.sql} ${direction(key)}`).join(', ')
  const numbered = order.keys.map((key, n) => `cut.key${n} ${direction(key)}`).join(', ')
  const made = order.keys.map((_, n) => `${list.alias}.key${n}`).join(', ')
  return `
    with ${list.first ? `${list.first},` : ''} cut as materialized (
      select ${list.columns}, ${keys} from ${list.from}
      where ${list.where} ${hasCursor ? after(order, (n) => at(2 + n)) : ''}
      order by ${by} limit ${at(0)}::bigint + 1 offset ${at(1)}::bigint),
    page as (select cut.*, row_number() over (order by ${numbered}) as n, count(*) over () as found from cut)
    ${list.alongside ?? ''}
    select (${list.count})::integer as count,${list.total ? ` (${list.total})::float8 as total,` : ''}
      coalesce(json_agg(${list.row} order by ${list.alias}.n) filter (where ${list.alias}.n <= ${at(0)}), '[]')::text as rows,
      max(case when ${list.alias}.n = ${at(0)} and ${list.alias}.found > ${at(0)}
        then json_build_array(${made})::text end) as last
    from page ${list.alias} ${list.joins}`
}

/** Answers one page of a list; throws a 400 when its cursor is not one of this order. */
export async function queryPage<S extends Schema & { readonly _zod: { readonly output: readonly unknown[] } }>(
  sql: Sql,
  list: ListSql,
  order: ListOrder<S>,
  page: PageRequest,
): Promise<PageText> {
  const seek: z.output<S> | null =
    page.cursor === undefined ? null : decodeCursor(order.name, order.cursor, page.cursor)
  const [row] = await sql.query<PageRow>(
    `${list.name}.${order.name}${seek ? '.after' : ''}`,
    pageStatement(list, order, seek !== null),
    [...list.params, page.limit, seek ? 0 : page.offset, ...(seek ?? [])],
  )
  if (!row) throw new Error(`${list.name}: no answer`)
  const next = row.last === null ? null : encodeCursor(order.name, JSON.parse(row.last))
  return { count: row.count, rows: row.rows, next, ...(row.total !== undefined && { total: row.total }) }
}
