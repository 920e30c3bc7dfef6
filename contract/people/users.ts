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

/** The id of a permission: 2n + 1 for view of area n, 2n + 2 for edit. */
export const permissionId = (need: 'view' | 'edit', area: number): number => 2 * area + (need === 'view' ? 1 : 2)
export const VIEW_IDS: readonly number[] = AREAS.map((_, area) => permissionId('view', area))
export const EDIT_IDS: readonly number[] = AREAS.map((_, area) => permissionId('edit', area))

const statusDates = { status_date_from: z.nullable(isoDate), status_date_to: z.nullable(isoDate) }
const sixIds = z.array(z.int()).check(z.length(6))

/** The driver record of a user. `id` is the id of the driver, not of the user. */
export const driverOfUser = z.object({
  id: serverId,
  status: dutyStatus,
  ...statusDates,
  position,
  gomotive_id: z.nullable(z.int()),
  pilot_flying_j_driver_id: z.nullable(z.int()),
  ...sharedIds,
})
export const dispatcherOfUser = z.object({ id: serverId, status: dispatcherStatus, ...statusDates })

/**
 * A user with all fields. `view_permissions` and `edit_permissions`: the ids of the permissions for Dispatchers,
 * Drivers, Schedule, Maintenance, Trailers, Trucks. `user_permissions`: the ids that the user has.
 */
export const user = z.object({
  ...person.shape,
  client_id: z.nullable(clientId),
  role,
  is_active: z.boolean(),
  user_permissions: z.array(z.int()),
  /** Whether the user gets the digest e-mail on weekday mornings. Absent in older responses stored on a device. */
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
 * A user as other users see them: those who may view an area that shows this user. `driver` and `dispatcher` are
 * present for users who may view these areas.
 */
export const otherUser = z.object({
  ...person.shape,
  role,
  driver: z.optional(driverOfUser),
  dispatcher: z.optional(dispatcherOfUser),
  current_location: z.optional(z.nullable(z.object({ description: z.string() }))),
})
export type OtherUser = z.output<typeof otherUser>

/** Whether a response contains all fields of the user. */
export const isFullUser = (user: User | OtherUser): user is User => 'user_permissions' in user

/** Users on the device. A user that a device created keeps its `client_id` as key. */
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
      'One user who is shown in an area that you may view; complete for administrators and for yourself. Carries an ETag.',
    method: 'GET',
    path: '/api/users/users/:id/',
    access: signedIn,
    params: idParam,
    reply: z.union([user, otherUser]),
  }),
}

/** Whether a user is in the list of a role: the server's `WHERE`, for rows on the device. */
export function userFits(row: User, filter: Role | ''): boolean {
  return filter === '' || row.role === filter
}

const byName = (a: User, b: User) => compareNames(a, b) || a.id - b.id

const COMPARES: Readonly<Record<UserOrdering, (a: User, b: User) => number>> = {
  'first_name,last_name': byName,
  role: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
  '-id': (a, b) => b.id - a.id,
}

/** The server's `ORDER BY`, for rows on the device. Equal rows are sorted by name, then by id. */
export function compareUsers(ordering: UserOrdering): (a: User, b: User) => number {
  return (a, b) => COMPARES[ordering](a, b) || byName(a, b)
}
