import * as z from 'zod/mini'
import { ROLES, signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { serverId, version } from './record.ts'

export const role = z.enum(ROLES)

const permission = z.object({ id: z.int(), area: z.int(), user_has_permission: z.boolean() })
const sixPermissions = z.array(permission).check(z.length(6))

/** The signed-in user. Both permission lists have six items in area order (see `access.ts`). */
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

/** Separate from `users.ts` because the first screen loads this file. */
export const currentUserEndpoints = {
  me: endpoint({
    name: 'users.me',
    summary: 'The signed-in user with permissions.',
    method: 'GET',
    path: '/api/users/users/me/',
    access: signedIn,
    reply: currentUser,
  }),
}
