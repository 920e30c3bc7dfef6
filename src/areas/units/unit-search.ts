import * as z from 'zod/mini'
import { UNIT_ORDERINGS } from '#contract/orderings.ts'
import { MOST_SEARCH } from '#contract/search.ts'
import { vehicleStatus } from '#contract/units.ts'

/** What the address of a page of units says. Whatever is not understood there is as if it were absent. */
export const unitSearch = z.object({
  sort: z.catch(z._default(z.enum(UNIT_ORDERINGS), 'id'), 'id'),
  filter: z.catch(z._default(z.union([vehicleStatus, z.literal('')]), ''), ''),
  /** What is looked for; a number by hand is text all the same. */
  find: z.catch(z._default(z.coerce.string().check(z.maxLength(MOST_SEARCH)), ''), ''),
})
export type UnitChoice = z.output<typeof unitSearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const UNIT_DEFAULTS: UnitChoice = { sort: 'id', filter: '', find: '' }
