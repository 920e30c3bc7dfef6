/**
 * Who may do what. Both sides use this file: the server refuses calls by it, the app hides controls by it.
 * The order of the areas gives their numbers on the wire: 0 dispatchers … 5 trucks.
 */
export const AREAS = ['dispatchers', 'drivers', 'schedule', 'maintenance', 'trailers', 'trucks'] as const
export type Area = (typeof AREAS)[number]

export const ROLES = ['driver', 'dispatcher', 'administrator', 'fleet_manager'] as const
export type Role = (typeof ROLES)[number]

/**
 * The permission that a call or a screen requires. `nobody`: no sign-in; `session`: any signed-in user; `any`: at least
 * one of the list. Administrators have every access. "edit" does not imply "view".
 */
export type Access =
  | { readonly need: 'nobody' }
  | { readonly need: 'session' }
  | { readonly need: 'administrator' }
  | { readonly need: 'view' | 'edit'; readonly area: Area }
  | { readonly need: 'any'; readonly of: readonly Access[] }

export const open: Access = { need: 'nobody' }
export const signedIn: Access = { need: 'session' }
export const administrator: Access = { need: 'administrator' }
export const view = (area: Area): Access => ({ need: 'view', area })
export const edit = (area: Area): Access => ({ need: 'edit', area })
export const anyOf = (...of: readonly Access[]): Access => ({ need: 'any', of })
/** View or edit on at least one of the areas: what menus and shared pickers require. */
export const viewOrEdit = (...areas: readonly Area[]): Access =>
  anyOf(...areas.flatMap((area) => [view(area), edit(area)]))

/** View on at least one list of the map. Each response contains only what its user may see. */
export const MAP_ACCESS = anyOf(view('trucks'), view('drivers'), view('trailers'))

/** The areas whose records have a history, with the access that reading it requires. */
export const HISTORY_ACCESS = {
  contacts: signedIn,
  dispatchers: view('dispatchers'),
  drivers: view('drivers'),
  maintenance: view('maintenance'),
  schedule: view('schedule'),
  trailers: view('trailers'),
  trucks: view('trucks'),
  users: administrator,
} as const satisfies Record<string, Access>
export type HistoryArea = keyof typeof HISTORY_ACCESS

/** The fields of a user that decide access. Both lists have six items in area order. */
export interface UserPermissions {
  readonly role: Role
  readonly view_permissions: readonly { readonly user_has_permission: boolean }[]
  readonly edit_permissions: readonly { readonly user_has_permission: boolean }[]
}

/** Whether `user` has `access`. Without a user, only calls that need no sign-in are allowed. */
export function can(user: UserPermissions | null | undefined, access: Access): boolean {
  if (access.need === 'nobody') return true
  if (!user) return false
  if (user.role === 'administrator' || access.need === 'session') return true
  if (access.need === 'administrator') return false
  if (access.need === 'any') return access.of.some((one) => can(user, one))
  const permissions = access.need === 'view' ? user.view_permissions : user.edit_permissions
  return permissions[AREAS.indexOf(access.area)]?.user_has_permission === true
}
