import * as z from 'zod/mini'
import { UNIT_ORDERINGS, vehicleStatus } from '#contract/units/unit-choices.ts'
import { findText } from '#src/list/find-text.ts'

/** What the address of a page of units says. Whatever is not understood there is as if it were absent. */
export const unitSearch = z.object({
  sort: z.catch(z._default(z.enum(UNIT_ORDERINGS), 'id'), 'id'),
  filter: z.catch(z._default(z.union([vehicleStatus, z.literal('')]), ''), ''),
  find: findText,
})
export type UnitChoice = z.output<typeof unitSearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const UNIT_DEFAULTS: UnitChoice = { sort: 'id', filter: '', find: '' }
