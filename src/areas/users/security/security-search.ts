import * as z from 'zod/mini'

const text = z.catch(z._default(z.string().check(z.maxLength(40)), ''), '')

/**
 * The search values in the URL of the security log, as texts. The page parses them (`parseFilter`), because every page
 * loads this file. `user` is the id of the events' subject or actor; 0 for all.
 */
export const securitySearch = z.object({
  kind: text,
  // A number, so that the URL has no quotes.
  user: z.catch(z._default(z.int(), 0), 0),
  date_after: text,
  date_before: text,
})
export type SecuritySearch = z.output<typeof securitySearch>

/** The defaults for missing values. The page leaves them out of its URLs. */
export const SECURITY_DEFAULTS: SecuritySearch = { kind: '', user: 0, date_after: '', date_before: '' }
