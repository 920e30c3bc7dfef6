/**
 * Who may do what. One table for both sides: the server refuses by it, the app hides by it.
 * Areas stand in the order of their numbers on the wire (0 dispatchers … 5 trucks).
 */
export const AREAS = ['dispatchers', 'drivers', 'schedule', 'maintenance', 'trailers', 'trucks'] as const
export type Area = (typeof AREAS)[number]

export const ROLES = ['driver', 'dispatcher', 'administrator', 'fleet_manager'] as const
export type Role = (typeof ROLES)[number]

/** What a call or a screen needs. An administrator holds everything; "edit" does not imply "view". */
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
/** View or edit on any of the areas: what menus and shared pickers ask for. */
export const viewOrEdit = (...areas: readonly Area[]): Access =>
  anyOf(...areas.flatMap((area) => [view(area), edit(area)]))

/** Whoever may see anything of the map; each of its answers has only what that person may see. */
export const MAP_ACCESS = anyOf(view('trucks'), view('drivers'), view('trailers'))

/** The kinds of record whose changes are stored, and the access to their history: that to the area. */
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

/** The part of a person that decides. Both lists have six items in area order. */
export interface Holder {
  readonly role: Role
  readonly view_permissions: readonly { readonly user_has_permission: boolean }[]
  readonly edit_permissions: readonly { readonly user_has_permission: boolean }[]
}

/** Whether `holder` has `access`. A missing person has only what is open to nobody in particular. */
export function can(holder: Holder | null | undefined, access: Access): boolean {
  if (access.need === 'nobody') return true
  if (!holder) return false
  if (holder.role === 'administrator' || access.need === 'session') return true
  if (access.need === 'administrator') return false
  if (access.need === 'any') return access.of.some((one) => can(holder, one))
  const permissions = access.need === 'view' ? holder.view_permissions : holder.edit_permissions
  return permissions[AREAS.indexOf(access.area)]?.user_has_permission === true
}
