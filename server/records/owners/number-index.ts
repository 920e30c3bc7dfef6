import { codeKey } from '#contract/text/spelled-codes.ts'
import { identifierKey } from '#contract/units/unit-changes.ts'
import { codeIndex, type Spelled } from './code-index.ts'

interface CodedUnit {
  readonly id: string
  readonly code: string
}

/** A number that a unit had before. */
export interface FormerNumber {
  readonly id: string
  readonly code: string
  /** The day from which on, and the one on which the unit got another; null: for as long as it was here. */
  readonly since: string | null
  readonly until: string
}

/** Of those that have or had a number, by how it is compared, whose it was on a day; null where those who have it now say. */
function holders(now: readonly CodedUnit[], former: readonly FormerNumber[], key: (code: string) => string) {
  const formerly = Map.groupBy(former, ({ code }) => key(code))
  const own = Map.groupBy(now, ({ code }) => key(code))
  const lastRenumbered = new Map(former.map(({ id, until }) => [id, until]))
  return {
    knows: (spelled: string) => formerly.has(key(spelled)) || own.has(key(spelled)),
    on(spelled: string, day: string): readonly string[] | null {
      const had = formerly.get(key(spelled)) ?? []
      const then = had.filter(({ since, until }) => until > day && (since === null || since <= day))
      // A number that another unit had on that day is not yet that of the unit which has it now.
      const others = new Set(then.map(({ code }) => identifierKey(code)))
      const since = (own.get(key(spelled)) ?? []).filter(
        ({ id, code }) => (lastRenumbered.get(id) ?? '') <= day && !others.has(identifierKey(code)),
      )
      if (then.length > 0) return [...new Set([...then, ...since].map(({ id }) => id))]
      const until = since.length > 0 ? undefined : had.find((one) => one.until === day)
      return until ? [until.id] : null
    },
  }
}

/**
 * Finds units by the number that they had on a day. On a day on which a number goes from one to another it is the new
 * one's; one that no unit had on that day is that of the unit which has it now. A spelling that is no
 * number of any day is compared by `codeKey`.
 * @param former by the day on which they ended
 */
export function numberIndex(
  now: readonly CodedUnit[],
  former: readonly FormerNumber[],
): (spelled: string, day: string) => Spelled<string> {
  const byNow = codeIndex(now)
  if (former.length === 0) return byNow
  const exactly = holders(now, former, identifierKey)
  const loosely = holders(now, former, codeKey)
  return (spelled, day) => {
    if (codeKey(spelled) === '') return byNow(spelled)
    const ids = (exactly.knows(spelled) ? exactly : loosely).on(spelled, day)
    if (ids === null) return byNow(spelled)
    return ids.length === 1 ? { id: ids[0] ?? null, candidates: [] } : { id: null, candidates: ids }
  }
}
