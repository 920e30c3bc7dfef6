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

/** What is stored with a response. */
export interface StoredAccess extends RequiredAccess {
  /** Which of `parts` the user had when it was stored. Missing in responses stored by older versions of the app. */
  readonly had?: readonly boolean[]
}

/** The required access as it is stored with a response. */
export const accessToStore = (needs: RequiredAccess, isAllowed: (access: Access) => boolean): StoredAccess =>
  needs.parts === undefined ? needs : { ...needs, had: needs.parts.map(isAllowed) }

/** Whether a stored response has a part that the user may no longer see. */
export const hasLostPart = ({ parts = [], had }: StoredAccess, isAllowed: (access: Access) => boolean): boolean =>
  had !== undefined && parts.some((part, at) => had[at] === true && !isAllowed(part))

/** Whether a stored response does not fit the user's rights: it must not be seen, or has other parts. */
export function isOfOtherRights({ access, parts = [], had }: StoredAccess, user: CurrentUser): boolean {
  return !can(user, access) || (had !== undefined && parts.some((part, at) => had[at] !== can(user, part)))
}

/** Whether a response must be deleted that the user got with the rights of `before`, now that `after` applies. */
export function isLost({ access, parts = [] }: RequiredAccess, before: CurrentUser, after: CurrentUser): boolean {
  return !can(after, access) || parts.some((part) => can(before, part) && !can(after, part))
}
