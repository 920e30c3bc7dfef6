import { partOf } from '#contract/text/search.ts'

/** What `hasAllWords` compares with: the words of a search (`searchWords`) as patterns, in which nothing is special. */
export function wordPatterns(words: readonly string[]): readonly string[] {
  return words.map((word) => `%${partOf(word).replace(/[\\%_]/g, '\\$&')}%`)
}

/**
 * SQL for whether all words of a search stand in these folded texts, one after the other with a space between, before and
 * behind them: the server's side of `hasWords`. The texts are stored folded, in collation "C": whatever the database's
 * locale, both sides compare character by character.
 */
export function hasAllWords(texts: readonly string[], patterns: string): string {
  const text = texts.map((one) => `coalesce(${one}, '')`).join(` || ' ' || `)
  return `(' ' || ${text} || ' ') collate "C" like all (${patterns}::text[])`
}
