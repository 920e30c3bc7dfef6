import * as z from 'zod/mini'
import type { Role } from '#contract/access.ts'
import type { UserOrdering } from '#contract/orderings.ts'
import type { Sql } from '#server/db/db.ts'
import { cursorId, cursorText } from '#server/records/cursor.ts'
import { type ListOrder, type PageRequest, type PageText, queryPage } from '#server/records/page-sql.ts'
import { personJson } from '#server/records/person.ts'
import { ALL_SHOWN, duties, userJson } from './user-json.ts'

const BY_NAME = [
  { sql: 'u.sort_name', type: 'text' },
  { sql: 'u.id', type: 'bigint' },
] as const

const nameOrder = { name: 'name', keys: BY_NAME, cursor: z.tuple([cursorText, cursorId]) } as const

/** As `ROLES` of the contract has them. */
const RANK = `(case u.role when 'driver' then 0 when 'dispatcher' then 1 when 'administrator' then 2 else 3 end)`

/** The server's side of `compareUsers`: the same order, row by row. */
const ORDERS: Readonly<Record<UserOrdering, ListOrder<z.ZodMiniTuple>>> = {
  'first_name,last_name': nameOrder,
  role: {
    name: 'role',
    keys: [{ sql: RANK, type: 'bigint' }, ...BY_NAME],
    cursor: z.tuple([cursorId, cursorText, cursorId]),
  },
  '-id': { name: 'newest', keys: [BY_NAME[1]], isDescending: true, cursor: z.tuple([cursorId]) },
}

/** One page of users; `role` is a role or empty. */
export function findUsers(
  sql: Sql,
  { order_by, role, ...page }: PageRequest & { order_by: UserOrdering; role: Role | '' },
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
    row: userJson(ALL_SHOWN),
  }
  return queryPage(sql, list, ORDERS[order_by], page)
}

/** One page of the active fleet managers' names, by name. */
export function findFleetManagerNames(sql: Sql, page: PageRequest): Promise<PageText> {
  const where = `u.role = 'fleet_manager' and u.is_active`
  const list = {
    name: 'fleet_managers.mini',
    from: 'users u',
    where,
    count: `select count(*) from users u where ${where}`,
    params: [],
    columns: 'u.*',
    alias: 'u',
    joins: '',
    row: `json_build_object('id', u.id, 'user', ${personJson('u')})`,
  }
  return queryPage(sql, list, nameOrder, page)
}
