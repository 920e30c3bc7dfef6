import * as z from 'zod/mini'
import { AREAS, administrator, ROLES, type Role, signedIn } from '#contract/wire/access.ts'
import { role } from '#contract/wire/current-user.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { orderingQuery, pageOf, pageQuery } from '#contract/wire/page.ts'
import { compareNames, person } from '#contract/wire/people.ts'
import { clientId, idParam, isoDate, kind, serverId, sharedIds, version } from '#contract/wire/record.ts'
import { dispatcherStatus } from './dispatcher-choices.ts'
import { dutyStatus } from './driver-choices.ts'
import { position } from './drivers.ts'
import type { UserOrdering } from './user-choices.ts'

/** The ids of the permissions: view of area n is 2n + 1, edit is 2n + 2. */
export const permissionId = (need: 'view' | 'edit', area: number): number => 2 * area + (need === 'view' ? 1 : 2)
export const VIEW_IDS: readonly number[] = AREAS.map((_, area) => permissionId('view', area))
export const EDIT_IDS: readonly number[] = AREAS.map((_, area) => permissionId('edit', area))

const status = { status_date_from: z.nullable(isoDate), status_date_to: z.nullable(isoDate) }
const sixIds = z.array(z.int()).check(z.length(6))

/** The driver that a user is; `id` is the driver's own. */
export const driverOfUser = z.object({
  id: serverId,
  status: dutyStatus,
  ...status,
  position,
  gomotive_id: z.nullable(z.int()),
  pilot_flying_j_driver_id: z.nullable(z.int()),
  ...sharedIds,
})
export const dispatcherOfUser = z.object({ id: serverId, status: dispatcherStatus, ...status })

/**
 * A user in full. `view_permissions` and `edit_permissions`: the ids of the groups Dispatchers, Drivers, Schedule,
 * Maintenance, Trailers, Trucks; `user_permissions`: those of them that are ticked.
 */
export const user = z.object({
  ...person.shape,
  client_id: z.nullable(clientId),
  role,
  is_active: z.boolean(),
  user_permissions: z.array(z.int()),
  /** Whether the weekday morning's digest is mailed to them; not in what devices kept before there was one. */
  wants_digest: z.optional(z.nullable(z.boolean())),
  view_permissions: sixIds,
  edit_permissions: sixIds,
  driver: z.nullable(driverOfUser),
  dispatcher: z.nullable(dispatcherOfUser),
  current_location: z.nullable(z.object({ description: z.string() })),
  version,
})
export type User = z.output<typeof user>

/**
 * Another user, for users who may view an area that shows that person; the driver and the dispatcher for users who may view
 * those.
 */
export const otherUser = z.object({
  ...person.shape,
  role,
  driver: z.optional(driverOfUser),
  dispatcher: z.optional(dispatcherOfUser),
  current_location: z.optional(z.nullable(z.object({ description: z.string() }))),
})
export type OtherUser = z.output<typeof otherUser>

/** Whether a user was told in full. */
export const isInFull = (one: User | OtherUser): one is User => 'user_permissions' in one

/** Users as the device knows them; one that a device made keeps the name it was given there. */
export const userKind = kind(
  'user',
  (row: { readonly id: number; readonly client_id?: string | null }) => row.client_id ?? `${row.id}`,
)

export const userEndpoints = {
  list: endpoint({
    name: 'users.list',
    summary: 'All users, by page; `role` is a role or empty. `-id` puts the newest first.',
    method: 'GET',
    path: '/api/users/users/',
    access: administrator,
    query: z.object({
      ...pageQuery,
      order_by: orderingQuery('first_name,last_name'),
      role: z._default(z.union([role, z.literal('')]), ''),
    }),
    reply: pageOf(user),
  }),
  find: endpoint({
    name: 'users.find',
    summary:
      'One user whom an area that you may view shows; in full for administrators and for oneself. Carries an ETag.',
    method: 'GET',
    path: '/api/users/users/:id/',
    access: signedIn,
    params: idParam,
    reply: z.union([user, otherUser]),
  }),
}

/** Whether a user belongs in the list of a role: the server's `WHERE`, for rows on the device. */
export function userFits(row: User, of: Role | ''): boolean {
  return of === '' || row.role === of
}

const byName = (a: User, b: User) => compareNames(a, b) || a.id - b.id

const COMPARES: Readonly<Record<UserOrdering, (a: User, b: User) => number>> = {
  'first_name,last_name': byName,
  role: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
  '-id': (a, b) => b.id - a.id,
}

/** The server's `ORDER BY`, for rows on the device; ties by name and id. */
export function compareUsers(ordering: UserOrdering): (a: User, b: User) => number {
  return (a, b) => COMPARES[ordering](a, b) || byName(a, b)
}
