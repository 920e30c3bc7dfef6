import * as z from 'zod/mini'
import { UNIT_ORDERINGS, vehicleStatus } from '#contract/units/unit-choices.ts'
import { findText } from '#src/list/find-text.ts'

/** The search values in the URL of the trucks and trailers pages. Invalid values count as missing. */
export const unitSearch = z.object({
  sort: z.catch(z._default(z.enum(UNIT_ORDERINGS), 'id'), 'id'),
  filter: z.catch(z._default(z.union([vehicleStatus, z.literal('')]), ''), ''),
  find: findText,
})
export type UnitChoice = z.output<typeof unitSearch>

/** The defaults for missing values. The page leaves them out of its URLs. */
export const UNIT_DEFAULTS: UnitChoice = { sort: 'id', filter: '', find: '' }
