import { folded, glued } from './folded.ts'
import { codeText, hasWords, textToFind } from './search.ts'

/** A text of a record that searches look through, with its title. */
export interface SearchedText {
  readonly title: string
  readonly text: string
  /** A code is also found without its spaces. */
  readonly isCode?: boolean
}

const formOf = ({ text, isCode = false }: SearchedText) => (isCode ? codeText(text) : folded(text))
const hasWord = (text: SearchedText, word: string) => hasWords(formOf(text), [word])

/** Whether a record's texts together contain every word of a search. */
export function hasText(texts: readonly SearchedText[], words: readonly string[]): boolean {
  return hasWords(texts.map(formOf).join(' '), words)
}

/** The texts in which a search found something. `words`: the search's `searchWords`. */
export function hitTexts(texts: readonly SearchedText[], words: readonly string[]): readonly SearchedText[] {
  return texts.filter((text) => words.some((word) => hasWord(text, word)))
}

/**
 * The texts that explain why a search found a record although the screen does not show it: those with words that no
 * shown text has.
 */
export function hiddenHits(
  texts: readonly SearchedText[],
  words: readonly string[],
  isShown: (text: SearchedText) => boolean,
): readonly SearchedText[] {
  const shown = texts.filter(isShown)
  const unseen = words.filter((word) => !shown.some((text) => hasWord(text, word)))
  return unseen.length === 0 ? [] : hitTexts(texts, unseen)
}

/** A part of a text, from its first character to the one after its last. */
type Range = readonly [start: number, end: number]

/** The places of a folded code in a text, whatever separators and capitals the text has. */
function placesOf(code: string, text: string): readonly Range[] {
  const letters: Range[] = []
  let spelled = ''
  let at = 0
  for (const character of text) {
    const form = glued(character)
    for (const _ of form) letters.push([at, at + character.length])
    spelled += form
    at += character.length
  }
  const places: Range[] = []
  for (let from = spelled.indexOf(code); code !== '' && from >= 0; from = spelled.indexOf(code, from + code.length)) {
    const [first, last] = [letters[from], letters[from + code.length - 1]]
    if (first && last) places.push([first[0], last[1]])
  }
  return places
}

/**
 * The parts of a text that a search found, in order and without overlaps. The words of one code, such as "P 482 193",
 * are one part.
 */
export function hitRanges(text: string, words: readonly string[]): readonly Range[] {
  const codes = words.map((word) => textToFind(word).replaceAll(' ', ''))
  const whole = placesOf(codes.join(''), text)
  const places = whole.length > 0 ? whole : codes.flatMap((code) => placesOf(code, text))
  const ranges: [number, number][] = []
  for (const [start, end] of places.toSorted(([a], [b]) => a - b)) {
    const last = ranges.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else ranges.push([start, end])
  }
  return ranges
}
