import { codeKey, scientificMatcher } from '#contract/text/code-keys.ts'
import { identifierKey } from '#contract/units/unit-changes.ts'

/**
 * The record that a spelling means, or null. `candidates` has all records that it may mean when there are several, the
 * most likely one first. It is empty when the match is certain, and when nothing matches.
 */
export interface SpellingMatch<Id> {
  readonly id: Id | null
  readonly candidates: readonly Id[]
}

export const NO_MATCH: SpellingMatch<never> = { id: null, candidates: [] }

/** The number of spellings to remember. A report repeats the same vehicles many times. */
const MAX_SPELLINGS = 50_000

/** Remembers the result of `find` for each spelling. */
export function memoizeSpellings<Answer>(find: (spelled: string) => Answer): (spelled: string) => Answer {
  const answers = new Map<string, Answer>()
  return (spelled) => {
    const remembered = answers.get(spelled)
    if (remembered !== undefined) return remembered
    const answer = find(spelled)
    if (answers.size < MAX_SPELLINGS) answers.set(spelled, answer)
    return answer
  }
}

const countLeadingZeros = (code: string) => /^[ -]*(0*)/.exec(code)?.[1]?.length ?? 0

/**
 * Finds units by one of their codes. A code that differs only in spaces, dashes or case is a match. Otherwise the only
 * unit matches whose code differs only in zeros, signs or the state. When several units match, or a number is in
 * scientific notation, all of them are candidates.
 * @param loose the key that tolerates these differences: `codeKey` or `plateKey`
 */
export function codeIndex(
  codes: readonly { readonly id: string; readonly code: string }[],
  loose: (code: string) => string = codeKey,
): (spelled: string) => SpellingMatch<string> {
  const exact = new Map(codes.map(({ id, code }) => [identifierKey(code), { id, code }]))
  const byKey = Map.groupBy(codes, ({ code }) => loose(code))
  const byDigits = loose === codeKey ? byKey : Map.groupBy(codes, ({ code }) => codeKey(code))
  return memoizeSpellings((spelled) => {
    const key = identifierKey(spelled)
    if (key === '') return NO_MATCH
    const exactUnit = exact.get(key)
    const similarUnits = byKey.get(loose(spelled)) ?? []
    if (exactUnit) {
      // Spreadsheets remove leading zeros but never add them: 12 may stand for 0012, but 0012 never for 12.
      const longer = similarUnits.filter(({ code }) => countLeadingZeros(code) > countLeadingZeros(exactUnit.code))
      return { id: exactUnit.id, candidates: longer.length === 0 ? [] : [exactUnit.id, ...longer.map(({ id }) => id)] }
    }
    const ids = [...new Set(similarUnits.map(({ id }) => id))]
    if (ids.length > 0) return ids.length === 1 ? { id: ids[0] ?? null, candidates: [] } : { id: null, candidates: ids }
    const mayStandFor = scientificMatcher(spelled)
    const matchingUnits =
      mayStandFor === null ? [] : [...byDigits].flatMap(([digits, units]) => (mayStandFor(digits) ? units : []))
    return { id: null, candidates: matchingUnits.map(({ id }) => id) }
  })
}
