import * as z from 'zod/mini'
import { PASTED } from './pasted-text.ts'

/** The most characters that a list can be searched for. */
export const MAX_SEARCH = 100

/**
 * What lists may be searched for: words, in any order, and phrases in double quotes, which stand there as whole words one
 * after the other; empty for all.
 */
export const searchText = z._default(z.string().check(PASTED, z.maxLength(MAX_SEARCH)), '')
