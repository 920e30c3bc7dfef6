import * as z from 'zod/mini'
import { DRIVER_ORDERINGS, dutyStatus } from '#contract/people/driver-choices.ts'
import { findText } from '#src/list/find-text.ts'

/** The search values in the URL of the drivers page. Invalid values count as missing. */
export const driverSearch = z.object({
  sort: z.catch(z._default(z.enum(DRIVER_ORDERINGS), 'first_name,last_name'), 'first_name,last_name'),
  filter: z.catch(z._default(z.union([dutyStatus, z.literal('')]), ''), ''),
  find: findText,
})
export type DriverChoice = z.output<typeof driverSearch>

/** The defaults for missing values. The page leaves them out of its URLs. */
export const DRIVER_DEFAULTS: DriverChoice = { sort: 'first_name,last_name', filter: '', find: '' }
