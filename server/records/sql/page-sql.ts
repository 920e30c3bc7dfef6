import type * as z from 'zod/mini'
import type { Schema } from '#contract/wire/endpoint.ts'
import type { Sql } from '#server/db/db.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

/** The requested part of a list. `cursor` wins over `offset`. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
}

/** One page of a list: the rows as JSON text from the database, and the cursor of the next page, or null at the end. */
export interface PageText {
  readonly count: number
  readonly rows: string
  readonly next: string | null
  /** The value of the list's `total`, for lists that have one. */
  readonly total?: number
}

interface OrderKey {
  readonly sql: string
  readonly type: 'text' | 'bigint' | 'numeric' | 'boolean' | 'date' | 'timestamptz'
  readonly isDescending?: boolean
}

/** A sort order of a list. The last key must be unique, otherwise pages would repeat or skip rows. */
export interface ListOrder<S extends Schema = Schema> {
  readonly name: string
  /** SQL expressions over the list's tables, most significant first, and the types of their values. */
  readonly keys: readonly OrderKey[]
  /** The direction of keys without a direction of their own. */
  readonly isDescending?: boolean
  /** The schema of the keys in a cursor. */
  readonly cursor: S
}

/** The SQL parts of a list. `where` and the CTEs may use the parameters `$1…` of `params`. */
export interface ListSql {
  readonly name: string
  /** A CTE (`name as (…)`) that `where` and `count` share, so that it is evaluated once. */
  readonly first?: string
  /** The tables for the keys, `where` and `columns`. */
  readonly from: string
  readonly where: string
  /** SQL for the number of rows in the whole list. Evaluated once. */
  readonly count: string
  /** SQL for another number about the whole list, for example a sum. */
  readonly total?: string
  readonly params: readonly unknown[]
  /** The columns that a page needs from a row. Everything else is joined to the rows of the page only. */
  readonly columns: string
  /** The alias of the page's rows in `joins` and `row`. */
  readonly alias: string
  /** Further CTEs that use the rows of `page`. Begins with a comma. */
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

const isDescendingKey = (order: ListOrder, { isDescending = order.isDescending ?? false }: OrderKey) => isDescending

/**
 * The condition for rows after the cursor. No index serves the comparison of all keys, because they span tables. The
 * extra bound on the first key lets the index scan start in the right place.
 */
function afterCursor(order: ListOrder, placeholder: (index: number) => string): string {
  const [first] = order.keys
  if (!first) return ''
  const sign = (key: OrderKey) => (isDescendingKey(order, key) ? '<' : '>')
  const bound = `and ${first.sql} ${sign(first)}= ${placeholder(0)}::${first.type}`
  if (order.keys.every((key) => sign(key) === sign(first))) {
    const left = order.keys.map((key) => key.sql).join(', ')
    const right = order.keys.map((key, n) => `${placeholder(n)}::${key.type}`).join(', ')
    return `${bound} and (${left}) ${sign(first)} (${right})`
  }
  // With mixed directions, rows are compared key by key: equal in the keys before, and after the cursor in this key.
  const cases = order.keys.map((key, n) => {
    const equalKeys = order.keys.slice(0, n).map((one, m) => `${one.sql} = ${placeholder(m)}::${one.type}`)
    return `(${[...equalKeys, `${key.sql} ${sign(key)} ${placeholder(n)}::${key.type}`].join(' and ')})`
  })
  return `${bound} and (${cases.join(' or ')})`
}

/** The statement for a page. It first finds the page's rows by their keys, then reads what to show of them. */
function pageStatement(list: ListSql, order: ListOrder, hasCursor: boolean): string {
  const direction = (key: OrderKey) => (isDescendingKey(order, key) ? 'desc' : 'asc')
  const placeholder = (index: number) => `$${list.params.length + 1 + index}`
  const keys = order.keys.map((key, n) => `${key.sql} as key${n}`).join(', ')
  const by = order.keys.map((key) => `${key.sql} ${direction(key)}`).join(', ')
  const numbered = order.keys.map((key, n) => `cut.key${n} ${direction(key)}`).join(', ')
  const cursorKeys = order.keys.map((_, n) => `${list.alias}.key${n}`).join(', ')
  return `
    with ${list.first ? `${list.first},` : ''} cut as materialized (
      select ${list.columns}, ${keys} from ${list.from}
      where ${list.where} ${hasCursor ? afterCursor(order, (n) => placeholder(2 + n)) : ''}
      order by ${by} limit ${placeholder(0)}::bigint + 1 offset ${placeholder(1)}::bigint),
    page as (select cut.*, row_number() over (order by ${numbered}) as n, count(*) over () as found from cut)
    ${list.alongside ?? ''}
    select (${list.count})::integer as count,${list.total ? ` (${list.total})::float8 as total,` : ''}
      coalesce(json_agg(${list.row} order by ${list.alias}.n) filter (where ${list.alias}.n <= ${placeholder(0)}), '[]')::text as rows,
      max(case when ${list.alias}.n = ${placeholder(0)} and ${list.alias}.found > ${placeholder(0)}
        then json_build_array(${cursorKeys})::text end) as last
    from page ${list.alias} ${list.joins}`
}

/** Reads one page of a list. Throws a 400 when the cursor is not from this sort order. */
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
