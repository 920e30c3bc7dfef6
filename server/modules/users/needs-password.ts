import type { UserFields } from './user-fields.ts'

/** The fields by which an account changes hands, or gets rights, by whose account it is. */
const FIELDS = {
  own: ['email'],
  other: ['email', 'is_active', 'role', 'user_permissions'],
} as const satisfies Record<string, readonly (keyof UserFields)[]>

/**
 * Whether what would really change needs a password given a short while ago: a thief with a stolen token or an open tablet
 * must not keep the account, or make another with rights. For a new user the fields it would have.
 */
export function needsPassword(whose: 'own' | 'other' | 'new', differs: Partial<UserFields>): boolean {
  if (whose === 'new') return differs.role === 'administrator' || (differs.user_permissions ?? []).length > 0
  return FIELDS[whose].some((field) => differs[field] !== undefined)
}
