import * as z from 'zod/mini'
import { DISPATCHER_ORDERINGS, dispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import { findText } from '#src/list/find-text.ts'

/** What the address of the dispatchers page says. Whatever is not understood there is as if it were absent. */
export const dispatcherSearch = z.object({
  sort: z.catch(z._default(z.enum(DISPATCHER_ORDERINGS), 'first_name,last_name'), 'first_name,last_name'),
  filter: z.catch(z._default(z.union([dispatcherStatus, z.literal('')]), ''), ''),
  find: findText,
})
export type DispatcherChoice = z.output<typeof dispatcherSearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const DISPATCHER_DEFAULTS: DispatcherChoice = { sort: 'first_name,last_name', filter: '', find: '' }
