import * as z from 'zod/mini'
import type { DispatcherOrdering, DispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import { searchWords } from '#contract/text/search.ts'
import type { Sql } from '#server/db/db.ts'
import { pageUsers, personNameJson } from '#server/records/person.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { nameOf, type OrderField, type Orders, readOrdering } from '#server/records/sql/ordering.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { hasAllWords, wordPatterns } from '#server/records/sql/search-sql.ts'
import { DISPATCHER_JSON } from './dispatcher-json.ts'

const BY_NAME = [
  { sql: 'u.sort_name', type: 'text' },
  { sql: 'p.id', type: 'bigint' },
] as const
const nameOrder = { name: 'name', keys: BY_NAME, cursor: z.tuple([cursorText, cursorId]) } as const

/** As `DISPATCHER_STATUSES` of the contract has them. */
const RANK = `(case p.status when 'working' then 0 when 'dissmissed' then 1 else 2 end)`

const NAME: OrderField = [[BY_NAME[0], cursorText]]
const ID: OrderField = [[BY_NAME[1], cursorId]]

/** The server's side of `compareDispatchers` among others: the same order, row by row. */
const ORDERS: Orders<DispatcherOrdering> = {
  param: 'ordering',
  fields: {
    first_name: nameOf('first_name'),
    last_name: nameOf('last_name'),
    status: [[{ sql: RANK, type: 'bigint' }, cursorId]],
    id: ID,
  },
  names: NAME,
  ties: [...NAME, ...ID],
  usual: 'first_name,last_name',
  called: { 'first_name,last_name': 'name' },
}

const FROM = 'dispatchers p join users u on u.id = p.user_id'
const PAGE_USERS = pageUsers('p')

/** The server's side of `dispatcherFits`. */
function fitting(filter: DispatcherStatus | '', words: readonly string[]) {
  const params: unknown[] = []
  const at = (value: unknown) => `$${params.push(value)}`
  const parts = ['p.is_current']
  if (filter !== '') parts.push(`p.status = ${at(filter)}`)
  if (words.length > 0) parts.push(hasAllWords(['u.search_text'], at(wordPatterns(words))))
  return { where: parts.join(' and '), params }
}

/** One page of dispatchers with the ids of their drivers; `filter` is a status or empty. */
export function findDispatchers(
  sql: Sql,
  asked: PageRequest & { ordering: string; filter: DispatcherStatus | ''; search: string },
): Promise<PageText> {
  const { ordering, filter, search, ...page } = asked
  const words = searchWords(search)
  const { where, params } = fitting(filter, words)
  const list = {
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
  return queryPage(sql, list, readOrdering(ordering, ORDERS), page)
}

/** One page of dispatchers' names, by name. */
export function findDispatcherNames(sql: Sql, page: PageRequest): Promise<PageText> {
  const list = {
    name: 'dispatchers.mini',
    from: FROM,
    where: 'p.is_current',
    count: 'select count(*) from dispatchers p where p.is_current',
    params: [],
    columns: 'p.id, p.user_id, p.status',
    alias: 'p',
    joins: PAGE_USERS,
    row: `json_build_object('id', p.id, 'user', ${personNameJson('u')}, 'status', p.status)`,
  }
  return queryPage(sql, list, nameOrder, page)
}
