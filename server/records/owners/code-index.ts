import { codeKey, standingFor } from '#contract/text/spelled-codes.ts'
import { identifierKey } from '#contract/units/unit-changes.ts'

/** Whom a spelling is found to mean: one, or nobody; and all it may mean where that is several, likeliest first. */
export interface Spelled<Id> {
  readonly id: Id | null
  readonly candidates: readonly Id[]
}

export const NOBODY: Spelled<never> = { id: null, candidates: [] }

/** So many spellings are remembered: a report names the same vehicles over and over. */
const MAX_KEPT = 50_000

/** What `find` answers, worked out once a spelling. */
export function remembered<Answer>(find: (spelled: string) => Answer): (spelled: string) => Answer {
  const kept = new Map<string, Answer>()
  return (spelled) => {
    const known = kept.get(spelled)
    if (known !== undefined) return known
    const answer = find(spelled)
    if (kept.size < MAX_KEPT) kept.set(spelled, answer)
    return answer
  }
}

const zerosOf = (code: string) => /^[ -]*(0*)/.exec(code)?.[1]?.length ?? 0

/**
 * Finds units by one of their codes. Spelled as here but for spaces, dashes and case it is that unit; otherwise the only one
 * whose code differs in zeros, signs or the state alone. Of several, and of a number in scientific form, all are told.
 * @param loose what a report's spelling is compared by: `codeKey`, or `plateKey`
 */
export function codeIndex(
  codes: readonly { readonly id: string; readonly code: string }[],
  loose: (code: string) => string = codeKey,
): (spelled: string) => Spelled<string> {
  const exact = new Map(codes.map(({ id, code }) => [identifierKey(code), { id, code }]))
  const byKey = Map.groupBy(codes, ({ code }) => loose(code))
  const byDigits = loose === codeKey ? byKey : Map.groupBy(codes, ({ code }) => codeKey(code))
  return remembered((spelled) => {
    const key = identifierKey(spelled)
    if (key === '') return NOBODY
    const own = exact.get(key)
    const others = byKey.get(loose(spelled)) ?? []
    if (own) {
      // A spreadsheet takes zeros away, and adds none: 12 may have been 0012, never the other way around.
      const longer = others.filter(({ code }) => zerosOf(code) > zerosOf(own.code))
      return { id: own.id, candidates: longer.length === 0 ? [] : [own.id, ...longer.map(({ id }) => id)] }
    }
    const ids = [...new Set(others.map(({ id }) => id))]
    if (ids.length > 0) return ids.length === 1 ? { id: ids[0] ?? null, candidates: [] } : { id: null, candidates: ids }
    const mayBe = standingFor(spelled)
    const cut = mayBe === null ? [] : [...byDigits].flatMap(([digits, of]) => (mayBe(digits) ? of : []))
    return { id: null, candidates: cut.map(({ id }) => id) }
  })
}
