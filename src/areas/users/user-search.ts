import * as z from 'zod/mini'
import { USER_ORDERINGS } from '#contract/people/user-choices.ts'

/** The roles of the list's filter. */
export const FILTER_ROLES = ['driver', 'dispatcher', 'administrator'] as const

/** The search values in the URL of the users page. Invalid values count as missing. */
export const userSearch = z.object({
  sort: z.catch(z._default(z.enum(USER_ORDERINGS), 'first_name,last_name'), 'first_name,last_name'),
  filter: z.catch(z._default(z.union([z.enum(FILTER_ROLES), z.literal('')]), ''), ''),
})
export type UserChoice = z.output<typeof userSearch>

/** The defaults for missing values. The page leaves them out of its URLs. */
export const USER_DEFAULTS: UserChoice = { sort: 'first_name,last_name', filter: '' }
