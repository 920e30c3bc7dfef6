import { textToFind } from '#contract/text/search.ts'

/**
 * The patterns for `hasAllWords`: the words of a search (`searchWords`), with the special characters of `like` escaped.
 */
export function wordPatterns(words: readonly string[]): readonly string[] {
  return words.map((word) => `%${textToFind(word).replace(/[\\%_]/g, '\\$&')}%`)
}

/**
 * SQL for whether these texts contain all words of a search. The texts are joined by spaces, with a space at both ends.
 * It matches `hasWords` of the contract. The texts are stored folded, in collation "C", so that both sides compare
 * character by character, whatever the database's locale.
 */
export function hasAllWords(texts: readonly string[], patterns: string): string {
  const text = texts.map((one) => `coalesce(${one}, '')`).join(` || ' ' || `)
  return `(' ' || ${text} || ' ') collate "C" like all (${patterns}::text[])`
}
