import * as z from 'zod/mini'

/** The most characters that a list can be searched for. */
export const MOST_SEARCH = 100

/** What lists may be searched for: words, in any order; empty for all. */
export const searchText = z._default(z.string().check(z.maxLength(MOST_SEARCH)), '')

/** The words of a search, as both sides compare them: lower case, without what stands between them. */
export function searchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')
}

/** Whether every word stands somewhere in the text, which is in lower case: the server's `like all`, for rows on the device. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** A to Z in lower case and nothing else touched: what `lower` of collation "C" does. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
