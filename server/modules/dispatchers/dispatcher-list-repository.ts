import * as z from 'zod/mini'
import type { DispatcherOrdering, DispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import { searchWords } from '#contract/text/search.ts'
import type { Sql } from '#server/db/db.ts'
import { pageUsers, personNameJson } from '#server/records/person.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type OrderField, personNameOrder, readOrdering, type SortOrders } from '#server/records/sql/ordering.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { hasAllWords, wordPatterns } from '#server/records/sql/search-sql.ts'
import type { KeyedListSql } from '#server/records/sync/changed-rows-sql.ts'
import { DISPATCHER_JSON } from './dispatcher-json.ts'

const BY_NAME = [
  { sql: 'u.sort_name', type: 'text' },
  { sql: 'p.id', type: 'bigint' },
] as const
const nameOrder = { name: 'name', keys: BY_NAME, cursor: z.tuple([cursorText, cursorId]) } as const

/** Statuses in the order of `DISPATCHER_STATUSES` in the contract. */
const RANK = `(case p.status when 'working' then 0 when 'dissmissed' then 1 else 2 end)`

const NAME: OrderField = [[BY_NAME[0], cursorText]]
const ID: OrderField = [[BY_NAME[1], cursorId]]

/** The server's counterpart of `compareDispatchers`, for every sort order: both must sort rows identically. */
const ORDERS: SortOrders<DispatcherOrdering> = {
  param: 'ordering',
  fields: {
    first_name: personNameOrder('first_name'),
    last_name: personNameOrder('last_name'),
    status: [[{ sql: RANK, type: 'bigint' }, cursorId]],
    id: ID,
  },
  names: NAME,
  ties: [...NAME, ...ID],
  defaultOrder: 'first_name,last_name',
  cursorNames: { 'first_name,last_name': 'name' },
}

const FROM = 'dispatchers p join users u on u.id = p.user_id'
const PAGE_USERS = pageUsers('p')

/** The condition for a filter and a search: the server's counterpart of `dispatcherFits`. */
function whereOf(filter: DispatcherStatus | '', words: readonly string[]) {
  const params: unknown[] = []
  const at = (value: unknown) => `$${params.push(value)}`
  const parts = ['p.is_current']
  if (filter !== '') parts.push(`p.status = ${at(filter)}`)
  if (words.length > 0) parts.push(hasAllWords(['u.search_text'], at(wordPatterns(words))))
  return { where: parts.join(' and '), params }
}

/** The list of dispatchers with the ids of their drivers; `filter` is a status or empty. */
export function dispatcherList(filter: DispatcherStatus | '', search: string): KeyedListSql {
  const words = searchWords(search)
  const { where, params } = whereOf(filter, words)
  return {
    id: 'p.id',
    name: `dispatchers.list${filter === '' ? '' : '.filtered'}${words.length > 0 ? '.searched' : ''}`,
    from: FROM,
    where,
    count: `select count(*) from ${words.length > 0 ? FROM : 'dispatchers p'} where ${where}`,
    params,
    columns: 'p.*',
    alias: 'p',
    joins: PAGE_USERS,
    row: DISPATCHER_JSON,
  }
}

/** One page of dispatchers. */
export function findDispatchers(
  sql: Sql,
  request: PageRequest & { ordering: string; filter: DispatcherStatus | ''; search: string },
): Promise<PageText> {
  const { ordering, filter, search, ...page } = request
  return queryPage(sql, dispatcherList(filter, search), readOrdering(ordering, ORDERS), page)
}

/** The list of dispatchers' names. */
export const dispatcherNameList: KeyedListSql = {
  name: 'dispatchers.mini',
  id: 'p.id',
  from: FROM,
  where: 'p.is_current',
  count: 'select count(*) from dispatchers p where p.is_current',
  params: [],
  columns: 'p.id, p.user_id, p.status',
  alias: 'p',
  joins: PAGE_USERS,
  row: `json_build_object('id', p.id, 'user', ${personNameJson('u')}, 'status', p.status)`,
}

/** One page of dispatchers' names, by name. */
export function findDispatcherNames(sql: Sql, page: PageRequest): Promise<PageText> {
  return queryPage(sql, dispatcherNameList, nameOrder, page)
}
