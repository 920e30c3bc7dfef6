import * as z from 'zod/mini'
import { USER_ORDERINGS } from '#contract/people/user-choices.ts'

/** The roles that the list can be narrowed to. */
export const FILTER_ROLES = ['driver', 'dispatcher', 'administrator'] as const

/** What the address of the users page says. Whatever is not understood there is as if it were absent. */
export const userSearch = z.object({
  sort: z.catch(z._default(z.enum(USER_ORDERINGS), 'first_name,last_name'), 'first_name,last_name'),
  filter: z.catch(z._default(z.union([z.enum(FILTER_ROLES), z.literal('')]), ''), ''),
})
export type UserChoice = z.output<typeof userSearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const USER_DEFAULTS: UserChoice = { sort: 'first_name,last_name', filter: '' }
