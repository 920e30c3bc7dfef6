import * as z from 'zod/mini'
import { DISPATCHER_ORDERINGS, dispatcherStatus } from '#contract/people/dispatcher-choices.ts'
import { findText } from '#src/list/find-text.ts'

/** The search values in the URL of the dispatchers page. Invalid values count as missing. */
export const dispatcherSearch = z.object({
  sort: z.catch(z._default(z.enum(DISPATCHER_ORDERINGS), 'first_name,last_name'), 'first_name,last_name'),
  filter: z.catch(z._default(z.union([dispatcherStatus, z.literal('')]), ''), ''),
  find: findText,
})
export type DispatcherChoice = z.output<typeof dispatcherSearch>

/** The defaults for missing values. The page leaves them out of its URLs. */
export const DISPATCHER_DEFAULTS: DispatcherChoice = { sort: 'first_name,last_name', filter: '', find: '' }
