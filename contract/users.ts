import * as z from 'zod/mini'
import { ROLES, signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { serverId, version } from './record.ts'

export const role = z.enum(ROLES)

/** A person as other records show them. `photo` is a path-absolute URL. */
export const person = z.object({
  id: serverId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  photo: z.nullable(z.string()),
})
export type Person = z.output<typeof person>

const permission = z.object({ id: z.int(), area: z.int(), user_has_permission: z.boolean() })
const sixPermissions = z.array(permission).check(z.length(6))

/** The signed-in person. Both permission lists have six items in area order (see `access.ts`). */
export const currentUser = z.object({
  id: serverId,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  photo: z.nullable(z.string()),
  role,
  view_permissions: sixPermissions,
  edit_permissions: sixPermissions,
  version,
})
export type CurrentUser = z.output<typeof currentUser>

export const userEndpoints = {
  me: endpoint({
    name: 'users.me',
    summary: 'The signed-in person with permissions.',
    method: 'GET',
    path: '/api/users/users/me/',
    access: signedIn,
    reply: currentUser,
  }),
}

/** "First Last", the order in which this company's people are sorted and shown. */
export function fullName(someone: { readonly first_name: string; readonly last_name: string }): string {
  return `${someone.first_name} ${someone.last_name}`.trim()
}

/**
 * The key by which people are sorted: stored by the server (collation "C") and computed on the device, so that both
 * give one order whatever the database's locale.
 */
export function sortName(someone: { readonly first_name: string; readonly last_name: string }): string {
  return fullName(someone).toLowerCase()
}

type Named = Parameters<typeof sortName>[0]

/** Orders people as the server does: by `sortName`, code unit by code unit. 0 for namesakes: the caller breaks the tie by id. */
export function compareNames(a: Named, b: Named): number {
  const [first, second] = [sortName(a), sortName(b)]
  return first < second ? -1 : first > second ? 1 : 0
}
