import * as z from 'zod/mini'
import { DRIVER_ORDERINGS, dutyStatus } from '#contract/people/driver-choices.ts'
import { findText } from '#src/list/find-text.ts'

/** What the address of the drivers page says. Whatever is not understood there is as if it were absent. */
export const driverSearch = z.object({
  sort: z.catch(z._default(z.enum(DRIVER_ORDERINGS), 'first_name,last_name'), 'first_name,last_name'),
  filter: z.catch(z._default(z.union([dutyStatus, z.literal('')]), ''), ''),
  find: findText,
})
export type DriverChoice = z.output<typeof driverSearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const DRIVER_DEFAULTS: DriverChoice = { sort: 'first_name,last_name', filter: '', find: '' }
