import { folded, glued } from './folded.ts'
import { MAX_SEARCH } from './search-text.ts'

const PHRASE_OR_WORD = /"([^"]*[^"\s][^"]*)"|\S+/gu

/** A number as spreadsheets and people write it: "#1031", "1031.0", "001031", "+1 773 555 0148" and "1-773-555-0148". */
const NUMBER_TAIL = /^(#?\d+)\.0+$/
const NUMBER_HEAD = /^0*(?:1(?=\d{10}$))?0*(?=\d+$)/

const wordOf = (word: string) => (word === '+1' ? '' : folded(word.replace(NUMBER_TAIL, '$1')).replace(NUMBER_HEAD, ''))

/** What a unit is called before its number, in words a line: "unit 5004", "Truck #205". */
const UNIT_BEFORE = /^(?:(?:unit|truck|trailer)s?\n)+(?=\d)/gm

/**
 * The words and phrases of a search, as both sides compare them: folded, without what stands between them, and without those
 * of which nothing is left, or that only say what a number is. Phrases keep their quotes: joined with spaces they are the same
 * search again.
 */
export function searchWords(search: string): readonly string[] {
  const words = [...search.matchAll(PHRASE_OR_WORD)]
    .map(([word, phrase]) => (phrase === undefined ? wordOf(word) : `"${folded(phrase).trim()}"`))
    .filter((word) => /[^"]/.test(word))
  return words.join('\n').replace(UNIT_BEFORE, '').match(/.+/g) ?? []
}

/** What no phrase can say: quotes, and spaces that it would make one of. */
const UNQUOTABLE = /"|\s{2}|[^\S ]/u

/** A search for these as whole words, so that what they merely occur in is not found; as words where no phrase can say it. */
export function phraseOf(text: string): string {
  return UNQUOTABLE.test(text) || text.length + 2 > MAX_SEARCH ? text : `"${text}"`
}

/** What must occur in a text that has a space before and behind it: a phrase begins and ends with a word. */
export function partOf(word: string): string {
  return /^".+"$/u.test(word) ? ` ${word.slice(1, -1)} ` : word
}

/** Whether every word stands somewhere in the text, which is folded: the server's `like all`, for rows on the device. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const whole = ` ${text} `
  return words.every((word) => whole.includes(partOf(word)))
}

/** A code, such as a unit's id, as a search looks through it: as written and in one piece. */
export function codeText(code: string | null): string {
  return code === null ? '' : `${folded(code)} ${glued(code)}`
}

/** A to Z in lower case and nothing else touched: what `lower` of collation "C" does. */
export function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * The order of rows by a text, whatever its capitals, code unit by code unit, with ties by id: what the server's `byText` orders
 * by, for rows on the device.
 */
export const byText =
  <Row extends { readonly id: number }>(read: (row: Row) => string) =>
  (a: Row, b: Row): number => {
    const [first, second] = [asciiLower(read(a)), asciiLower(read(b))]
    return first < second ? -1 : first > second ? 1 : a.id - b.id
  }
