import { identifierKey } from '#contract/unit-fields.ts'
import { codeIndex, type Spelled } from './code-index.ts'

/** A number that a unit had before. */
export interface FormerNumber {
  readonly id: string
  readonly code: string
  /** The day from which on, and the one on which the unit got another; null: for as long as it was here. */
  readonly since: string | null
  readonly until: string
}

/**
 * Finds units by the number that they had on a day. On a day on which a number goes from one to
 * another it is the new one's; one that no unit had on that day is that of the unit which has it now.
 * @param former by the day on which they ended
 */
export function numberIndex(
  now: readonly { readonly id: string; readonly code: string }[],
  former: readonly FormerNumber[],
  loose?: (code: string) => string,
): (spelled: string, day: string) => Spelled<string> {
  const byNow = codeIndex(now, loose)
  const formerly = Map.groupBy(former, ({ code }) => identifierKey(code))
  const own = new Map(now.map(({ id, code }) => [identifierKey(code), id]))
  const lastRenumbered = new Map(former.map(({ id, until }) => [id, until]))
  return (spelled, day) => {
    const key = identifierKey(spelled)
    const had = formerly.get(key)
    if (had === undefined) return byNow(spelled)
    const then = had.find(({ since, until }) => until > day && (since === null || since <= day))
    if (then) return { id: then.id, candidates: [] }
    const holder = own.get(key)
    if (holder !== undefined && (lastRenumbered.get(holder) ?? '') <= day) return byNow(spelled)
    const until = had.find((one) => one.until === day)
    return until ? { id: until.id, candidates: [] } : byNow(spelled)
  }
}
