import type { Role } from '#contract/wire/access.ts'

export const ROLE_TITLES: Readonly<Record<Role, string>> = {
  driver: 'Driver',
  dispatcher: 'Dispatcher',
  administrator: 'Administrator',
  fleet_manager: 'Fleet manager',
}

/**
 * The sort orders of the list: the values of `order_by`. `-id`: the newest first. Equal rows are sorted by name, then
 * by id.
 */
export const USER_ORDERINGS = ['first_name,last_name', 'role', '-id'] as const
export type UserOrdering = (typeof USER_ORDERINGS)[number]
