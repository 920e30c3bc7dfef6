import { type Access, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'

/**
 * The permission needed to see a response. It is stored with each response, so that access can be checked without the
 * query that fetched it.
 */
export interface RequiredAccess {
  readonly access: Access
  /** Further permissions, each for a part of the response. A user without one gets the response without that part. */
  readonly parts?: readonly Access[]
}

/** A text that changes whenever the user's role or permissions change. */
export function rightsFingerprint({ role, view_permissions, edit_permissions }: CurrentUser): string {
  return JSON.stringify([role, ...[view_permissions, edit_permissions].map((six) => six.map(isGranted))])
}
const isGranted = ({ user_has_permission }: { readonly user_has_permission: boolean }) => user_has_permission

/** Whether a response must be deleted that the user got with the rights of `before`, now that `after` applies. */
export function isLost({ access, parts = [] }: RequiredAccess, before: CurrentUser, after: CurrentUser): boolean {
  return !can(after, access) || parts.some((part) => can(before, part) && !can(after, part))
}
