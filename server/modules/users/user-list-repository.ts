import * as z from 'zod/mini'
import type { UserOrdering } from '#contract/people/user-choices.ts'
import type { Role } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'
import { personJson, personNameJson } from '#server/records/person.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { nameOf, type OrderField, type Orders, readOrdering } from '#server/records/sql/ordering.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import { duties, USER_JSON } from './user-json.ts'

const BY_NAME = [
  { sql: 'u.sort_name', type: 'text' },
  { sql: 'u.id', type: 'bigint' },
] as const

const nameOrder = { name: 'name', keys: BY_NAME, cursor: z.tuple([cursorText, cursorId]) } as const

/** As `ROLES` of the contract has them. */
const RANK = `(case u.role when 'driver' then 0 when 'dispatcher' then 1 when 'administrator' then 2 else 3 end)`

const NAME: OrderField = [[BY_NAME[0], cursorText]]
const ID: OrderField = [[BY_NAME[1], cursorId]]

/** The server's side of `compareUsers` among others: the same order, row by row. */
const ORDERS: Orders<UserOrdering> = {
  param: 'order_by',
  fields: {
    first_name: nameOf('first_name'),
    last_name: nameOf('last_name'),
    role: [[{ sql: RANK, type: 'bigint' }, cursorId]],
    id: ID,
  },
  names: NAME,
  ties: [...NAME, ...ID],
  usual: 'first_name,last_name',
  called: { 'first_name,last_name': 'name', '-id': 'newest' },
}

/** One page of users; `role` is a role or empty. */
export function findUsers(
  sql: Sql,
  { order_by, role, ...page }: PageRequest & { order_by: string; role: Role | '' },
): Promise<PageText> {
  const where = role === '' ? 'true' : 'u.role = $1'
  const list = {
    name: role === '' ? 'users.list' : 'users.list.filtered',
    from: 'users u',
    where,
    count: `select count(*) from users u where ${where}`,
    params: role === '' ? [] : [role],
    columns: 'u.*',
    alias: 'u',
    joins: duties('array(select id from page)'),
    row: USER_JSON,
  }
  return queryPage(sql, list, readOrdering(order_by, ORDERS), page)
}

/** One page of the active fleet managers, by name; `isReached`: with how each is reached. */
export function findFleetManagerNames(sql: Sql, page: PageRequest, isReached: boolean): Promise<PageText> {
  const where = `u.role = 'fleet_manager' and u.is_active`
  const list = {
    name: isReached ? 'fleet_managers.mini' : 'fleet_managers.mini.names',
    from: 'users u',
    where,
    count: `select count(*) from users u where ${where}`,
    params: [],
    columns: 'u.*',
    alias: 'u',
    joins: '',
    row: `json_build_object('id', u.id, 'user', ${isReached ? personJson('u') : personNameJson('u')})`,
  }
  return queryPage(sql, list, nameOrder, page)
}
