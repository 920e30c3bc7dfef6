import type { Role } from '#contract/wire/access.ts'

export const ROLE_TITLES: Readonly<Record<Role, string>> = {
  driver: 'Driver',
  dispatcher: 'Dispatcher',
  administrator: 'Administrator',
  fleet_manager: 'Fleet manager',
}

/** The orders of the list, as `ordering` names them: `-id` puts the newest first. Ties go by name and id. */
export const USER_ORDERINGS = ['first_name,last_name', 'role', '-id'] as const
export type UserOrdering = (typeof USER_ORDERINGS)[number]
