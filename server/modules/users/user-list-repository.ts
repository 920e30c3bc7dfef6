import * as z from 'zod/mini'
import type { UserOrdering } from '#contract/people/user-choices.ts'
import type { Role } from '#contract/wire/access.ts'
import type { Sql } from '#server/db/db.ts'
import { personJson, personNameJson } from '#server/records/person.ts'
import { cursorId, cursorText } from '#server/records/sql/cursor.ts'
import { type OrderField, personNameOrder, readOrdering, type SortOrders } from '#server/records/sql/ordering.ts'
import { type PageRequest, type PageText, queryPage } from '#server/records/sql/page-sql.ts'
import type { KeyedListSql } from '#server/records/sync/changed-rows-sql.ts'
import { joinDuties, USER_JSON } from './user-json.ts'

const BY_NAME = [
  { sql: 'u.sort_name', type: 'text' },
  { sql: 'u.id', type: 'bigint' },
] as const

const nameOrder = { name: 'name', keys: BY_NAME, cursor: z.tuple([cursorText, cursorId]) } as const

/** The order of `ROLES` in the contract. */
const RANK = `(case u.role when 'driver' then 0 when 'dispatcher' then 1 when 'administrator' then 2 else 3 end)`

const NAME: OrderField = [[BY_NAME[0], cursorText]]
const ID: OrderField = [[BY_NAME[1], cursorId]]

/** The sort orders in SQL. They must sort exactly as `compareUsers` does on the client. */
const ORDERS: SortOrders<UserOrdering> = {
  param: 'order_by',
  fields: {
    first_name: personNameOrder('first_name'),
    last_name: personNameOrder('last_name'),
    role: [[{ sql: RANK, type: 'bigint' }, cursorId]],
    id: ID,
  },
  names: NAME,
  ties: [...NAME, ...ID],
  defaultOrder: 'first_name,last_name',
  cursorNames: { 'first_name,last_name': 'name', '-id': 'newest' },
}

/** The list of users; `role` is empty for all roles. */
export function userList(role: Role | ''): KeyedListSql {
  const where = role === '' ? 'true' : 'u.role = $1'
  return {
    id: 'u.id',
    name: role === '' ? 'users.list' : 'users.list.filtered',
    from: 'users u',
    where,
    count: `select count(*) from users u where ${where}`,
    params: role === '' ? [] : [role],
    columns: 'u.*',
    alias: 'u',
    joins: joinDuties('array(select id from page)'),
    row: USER_JSON,
  }
}

/** One page of users. */
export function findUsers(
  sql: Sql,
  { order_by, role, ...page }: PageRequest & { order_by: string; role: Role | '' },
): Promise<PageText> {
  return queryPage(sql, userList(role), readOrdering(order_by, ORDERS), page)
}

/** The list of active fleet managers. `hasContact`: includes their contact details. */
export function fleetManagerList(hasContact: boolean): KeyedListSql {
  const where = `u.role = 'fleet_manager' and u.is_active`
  return {
    id: 'u.id',
    name: hasContact ? 'fleet_managers.mini' : 'fleet_managers.mini.names',
    from: 'users u',
    where,
    count: `select count(*) from users u where ${where}`,
    params: [],
    columns: 'u.*',
    alias: 'u',
    joins: '',
    row: `json_build_object('id', u.id, 'user', ${hasContact ? personJson('u') : personNameJson('u')})`,
  }
}

/** One page of the active fleet managers, by name. */
export function findFleetManagerNames(sql: Sql, page: PageRequest, hasContact: boolean): Promise<PageText> {
  return queryPage(sql, fleetManagerList(hasContact), nameOrder, page)
}
