import { AREAS } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'

const permissions = (kind: 1 | 2) => AREAS.map((_, area) => ({ id: 2 * area + kind, area, user_has_permission: true }))

/** A signed-in dispatcher with all permissions, who is not an administrator. */
export function aUser(over: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 1,
    first_name: 'Maria',
    last_name: 'Lopez',
    email: 'maria@haulyard.example',
    photo: null,
    role: 'dispatcher',
    view_permissions: permissions(1),
    edit_permissions: permissions(2),
    version: 1,
    ...over,
  }
}
