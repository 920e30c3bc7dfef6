import * as z from 'zod/mini'

const text = z.catch(z._default(z.string().check(z.maxLength(40)), ''), '')

/**
 * What the address of the security log says, as texts: what they mean is judged with the page (`understood`), for all pages
 * load this. `user`: whom events are about, or who did them, by id; 0 for all.
 */
export const securitySearch = z.object({
  kind: text,
  // A number, so that an address says it without quotes.
  user: z.catch(z._default(z.int(), 0), 0),
  date_after: text,
  date_before: text,
})
export type SecuritySearch = z.output<typeof securitySearch>

/** What an address that says nothing means; left out of addresses that the page writes. */
export const SECURITY_DEFAULTS: SecuritySearch = { kind: '', user: 0, date_after: '', date_before: '' }
