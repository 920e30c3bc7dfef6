import { codeKey } from '#contract/text/code-keys.ts'
import { identifierKey } from '#contract/units/unit-changes.ts'
import { codeIndex, type SpellingMatch } from './code-index.ts'

interface CodedUnit {
  readonly id: string
  readonly code: string
}

/** A former number of a unit. */
export interface FormerNumber {
  readonly id: string
  readonly code: string
  /** The first day with this number. Null when the unit had it from the beginning. */
  readonly since: string | null
  /** The day on which the unit got another number. */
  readonly until: string
}

/** Finds the units that had a number on a day. Numbers are compared by `key`. Null means: use the current numbers. */
function holderIndex(now: readonly CodedUnit[], former: readonly FormerNumber[], key: (code: string) => string) {
  const formerly = Map.groupBy(former, ({ code }) => key(code))
  const current = Map.groupBy(now, ({ code }) => key(code))
  const lastRenumbered = new Map(former.map(({ id, until }) => [id, until]))
  return {
    knows: (spelled: string) => formerly.has(key(spelled)) || current.has(key(spelled)),
    on(spelled: string, day: string): readonly string[] | null {
      const formerHolders = formerly.get(key(spelled)) ?? []
      const holdersThen = formerHolders.filter(({ since, until }) => until > day && (since === null || since <= day))
      // While another unit had the number, it did not belong to its current unit.
      const codesThen = new Set(holdersThen.map(({ code }) => identifierKey(code)))
      const currentHolders = (current.get(key(spelled)) ?? []).filter(
        ({ id, code }) => (lastRenumbered.get(id) ?? '') <= day && !codesThen.has(identifierKey(code)),
      )
      if (holdersThen.length > 0) return [...new Set([...holdersThen, ...currentHolders].map(({ id }) => id))]
      const endedToday = currentHolders.length > 0 ? undefined : formerHolders.find((one) => one.until === day)
      return endedToday ? [endedToday.id] : null
    },
  }
}

/**
 * Finds units by their number on a day. On the day when a number moves from one unit to another, it belongs to the new
 * unit. A number that no unit had on that day belongs to the unit that has it now. A spelling that is not exactly a
 * number of any day is compared by `codeKey`.
 * @param former ordered by the day on which they ended
 */
export function numberIndex(
  now: readonly CodedUnit[],
  former: readonly FormerNumber[],
): (spelled: string, day: string) => SpellingMatch<string> {
  const byNow = codeIndex(now)
  if (former.length === 0) return byNow
  const exactly = holderIndex(now, former, identifierKey)
  const loosely = holderIndex(now, former, codeKey)
  return (spelled, day) => {
    if (codeKey(spelled) === '') return byNow(spelled)
    const ids = (exactly.knows(spelled) ? exactly : loosely).on(spelled, day)
    if (ids === null) return byNow(spelled)
    return ids.length === 1 ? { id: ids[0] ?? null, candidates: [] } : { id: null, candidates: ids }
  }
}
