import type { UserFields } from './user-fields.ts'

/** The fields that change an account's owner or rights, by whose account it is. */
const FIELDS = {
  own: ['email'],
  other: ['email', 'is_active', 'role', 'user_permissions'],
} as const satisfies Record<string, readonly (keyof UserFields)[]>

/**
 * Whether the actual changes need a recent password: a thief with a stolen token or an open tablet must not be able to
 * take over the account, or to create another with rights. For a new user, `differs` contains its initial fields.
 */
export function needsPassword(account: 'own' | 'other' | 'new', differs: Partial<UserFields>): boolean {
  if (account === 'new') return differs.role === 'administrator' || (differs.user_permissions ?? []).length > 0
  return FIELDS[account].some((field) => differs[field] !== undefined)
}
