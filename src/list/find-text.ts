import * as z from 'zod/mini'
import { MAX_SEARCH } from '#contract/text/search-text.ts'

/** The search text of a URL. A number counts as text; an invalid value counts as empty. */
export const findText = z.catch(z._default(z.coerce.string().check(z.maxLength(MAX_SEARCH)), ''), '')
