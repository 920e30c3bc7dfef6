import * as z from 'zod/mini'
import { MAX_SEARCH } from '#contract/text/search-text.ts'

/** What is looked for, as an address says it; a number by hand is text all the same, and what is not understood is nothing. */
export const findText = z.catch(z._default(z.coerce.string().check(z.maxLength(MAX_SEARCH)), ''), '')
