import { type Access, can } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'

/**
 * What it takes to see an answer of the server. It is kept beside each answer, so that one can be judged without the query
 * that once asked for it.
 */
export interface RequiredAccess {
  readonly access: Access
  /** Permissions that bring a part of it each: who lacks one gets the rest. */
  readonly parts?: readonly Access[]
}

/** All that decides about what a person sees and may do, as one text. */
export function rightsOf({ role, view_permissions, edit_permissions }: CurrentUser): string {
  return JSON.stringify([role, ...[view_permissions, edit_permissions].map((six) => six.map(holds))])
}
const holds = ({ user_has_permission }: { readonly user_has_permission: boolean }) => user_has_permission

/** Whether an answer that the person got as `before` must go, now that the same person is `after`. */
export function isLost({ access, parts = [] }: RequiredAccess, before: CurrentUser, after: CurrentUser): boolean {
  return !can(after, access) || parts.some((part) => can(before, part) && !can(after, part))
}
