import * as z from 'zod/mini'
import { PASTED, pasted } from './pasted-text.ts'

/** The most characters that a list can be searched for. */
export const MOST_SEARCH = 100

/**
 * What lists may be searched for: words, in any order, and phrases in double quotes, which stand there as whole words one
 * after the other; empty for all.
 */
export const searchText = z._default(z.string().check(PASTED, z.maxLength(MOST_SEARCH)), '')

const PHRASE_OR_WORD = /"([^"]*[^"\s][^"]*)"|\S+/gu

/**
 * The words and phrases of a search, as both sides compare them: lower case, without what stands between them. Phrases keep
 * their quotes: joined with spaces they are the same search again.
 */
export function searchWords(search: string): readonly string[] {
  return [...pasted(search).toLowerCase().matchAll(PHRASE_OR_WORD)].map(([word, phrase]) =>
    phrase === undefined ? word : `"${phrase.trim().replace(/\s+/gu, ' ')}"`,
  )
}

/** What no phrase can say: quotes, and spaces that it would make one of. */
const UNQUOTABLE = /"|\s{2}|[^\S ]/u

/** A search for these as whole words, so that what they merely occur in is not found; as words where no phrase can say it. */
export function phraseOf(text: string): string {
  return UNQUOTABLE.test(text) || text.length + 2 > MOST_SEARCH ? text : `"${text}"`
}

/** What must occur in a text that has a space before and behind it: a phrase begins and ends with a word. */
export function partOf(word: string): string {
  return /^".+"$/u.test(word) ? ` ${word.slice(1, -1)} ` : word
}

/** Whether every word stands somewhere in the text, which is in lower case: the server's `like all`, for rows on the device. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const whole = ` ${text} `
  return words.every((word) => whole.includes(partOf(word)))
}

/** A to Z in lower case and nothing else touched: what `lower` of collation "C" does. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
