import { folded, glued } from './folded.ts'
import { MAX_SEARCH } from './search-text.ts'

const PHRASE_OR_WORD = /"([^"]*[^"\s][^"]*)"|\S+/gu

/**
 * The parts of a number that only vary its spelling: "#1031", "1031.0" and "001031" are 1031, and "+1 773 555 0148" is
 * the same phone number as "1-773-555-0148".
 */
const ZERO_DECIMALS = /^(#?\d+)\.0+$/
const LEADING_ZEROS = /^0*(?:1(?=\d{10}$))?0*(?=\d+$)/

const normalizeWord = (word: string) =>
  word === '+1' ? '' : folded(word.replace(ZERO_DECIMALS, '$1')).replace(LEADING_ZEROS, '')

/** The noun before a unit's number ("unit 5004", "Truck #205"), in a text with one word on each line. */
const UNIT_NOUN = /^(?:(?:unit|truck|trailer)s?\n)+(?=\d)/gm

/**
 * The words and phrases of a search in the form that server and app compare: folded, without empty ones and without
 * nouns before a unit's number. Phrases keep their quotes, so that the result joined with spaces is the same search.
 */
export function searchWords(search: string): readonly string[] {
  const words = [...search.matchAll(PHRASE_OR_WORD)]
    .map(([word, phrase]) => (phrase === undefined ? normalizeWord(word) : `"${folded(phrase).trim()}"`))
    .filter((word) => /[^"]/.test(word))
  return words.join('\n').replace(UNIT_NOUN, '').match(/.+/g) ?? []
}

/** What a phrase cannot contain: quotes, and whitespace that folding turns into one space. */
const NOT_QUOTABLE = /"|\s{2}|[^\S ]/u

/**
 * A search for `text` as a phrase of whole words, which does not find it inside longer words. A text that cannot be a
 * phrase is searched for as words.
 */
export function phraseSearch(text: string): string {
  return NOT_QUOTABLE.test(text) || text.length + 2 > MAX_SEARCH ? text : `"${text}"`
}

/**
 * The text to look for, for one result of `searchWords`. A phrase gets a space at both ends, because it must match
 * whole words; the searched text must have a space at both ends too.
 */
export function textToFind(word: string): string {
  return /^".+"$/u.test(word) ? ` ${word.slice(1, -1)} ` : word
}

/** Whether a folded text contains every word: the server's `like all`, for rows on the device. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const whole = ` ${text} `
  return words.every((word) => whole.includes(textToFind(word)))
}

/** The text of a code, such as a unit's id, for searches: folded with its spaces and without them. */
export function codeText(code: string | null): string {
  return code === null ? '' : `${folded(code)} ${glued(code)}`
}

/** Changes only A to Z to lower case, like `lower` with collation "C". */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * Compares rows by a text, code unit by code unit, A to Z equal to a to z, then by id. The order of the server's
 * `byText`, for rows on the device.
 */
export const byText =
  <Row extends { readonly id: number }>(read: (row: Row) => string) =>
  (a: Row, b: Row): number => {
    const [first, second] = [asciiLower(read(a)), asciiLower(read(b))]
    return first < second ? -1 : first > second ? 1 : a.id - b.id
  }
