import { codeRank, isExactRank, type RecordCodes, searchedCode } from '#contract/text/code-rank.ts'
import { hiddenHits, hitTexts, type SearchedText } from '#contract/text/hits.ts'
import { searchWords } from '#contract/text/search.ts'

/** How rows are searched. */
export interface SearchedRows<Row> {
  readonly codesOf: (row: Row) => RecordCodes
  readonly textsOf: (row: Row) => readonly SearchedText[]
  /** Whether a row on screen shows a text. */
  readonly isShown: (text: SearchedText) => boolean
}

/** The rows of a search, split. */
export interface SplitRows<Row> {
  /** The rows to show first: those whose number, or other code, is exactly the searched one. Perhaps none. */
  readonly first: readonly Row[]
  /** The number of the other rows of the whole list. */
  readonly others: number
  /** The titles of the texts in which the others match: "VIN". Empty unless all of them are loaded. */
  readonly titles: readonly string[]
}

/** A code that people type to find one record: "1048", "TL-1048", "1048B". */
const ONE_CODE = /^[a-z]{0,4}\d{2,}[a-z]?$/

const titlesOf = (texts: readonly SearchedText[]) => [...new Set(texts.map(({ title }) => title))]

/**
 * Splits the rows of a search for one record from rows that only contain the same characters somewhere. Null if all rows
 * belong together. `rows`: the loaded rows, ranked by `codeRank`; `count`: the number of rows of the whole list.
 */
export function splitFound<Row>(
  find: string,
  { rows, count }: { readonly rows: readonly Row[]; readonly count: number },
  { codesOf, textsOf, isShown }: SearchedRows<Row>,
): SplitRows<Row> | null {
  const words = searchWords(find)
  const code = searchedCode(words)
  const [best] = rows
  if (code === '' || best === undefined) return null
  const rankOf = (row: Row) => codeRank(code, codesOf(row))
  const rank = rankOf(best)
  const isAll = rows.length >= count
  if (isExactRank(rank, codesOf(best))) {
    const first = rows.filter((row) => rankOf(row) === rank)
    const others = rows.filter((row) => rankOf(row) !== rank)
    if (count <= first.length) return null
    const titles = isAll ? titlesOf(others.flatMap((row) => hitTexts(textsOf(row), words))) : []
    return { first, others: count - first.length, titles }
  }
  if (words.length > 1 || !ONE_CODE.test(code)) return null
  const hits: SearchedText[] = []
  for (const row of rows) {
    const hidden = hiddenHits(textsOf(row), words, isShown)
    // The screen shows why this one was found.
    if (hidden.length === 0) return null
    hits.push(...hidden)
  }
  return { first: [], others: count, titles: isAll ? titlesOf(hits) : [] }
}

/** The others in words: "8 more match in VIN", "1 matches in VIN or transponder ID". */
export function othersWords({ first, others, titles }: SplitRows<unknown>): string {
  const number = `${others}${first.length > 0 ? ' more' : ''}`
  const place = titles.length > 0 && titles.length <= 3 ? ` in ${titles.join(' or ')}` : ''
  return `${number} ${others === 1 ? 'matches' : 'match'}${place}`
}
