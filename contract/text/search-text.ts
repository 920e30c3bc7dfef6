import * as z from 'zod/mini'
import { PASTED } from './pasted-text.ts'

/** The most characters of a search. */
export const MAX_SEARCH = 100

/**
 * The search of a list: words in any order, and phrases in double quotes. A phrase matches the same whole words in the
 * same order. An empty search matches every row.
 */
export const searchText = z._default(z.string().check(PASTED, z.maxLength(MAX_SEARCH)), '')
