import { nameKey } from '#contract/text/name-keys.ts'
import { fullName } from '#contract/wire/people.ts'
import { memoizeSpellings, NO_MATCH, type SpellingMatch } from './code-index.ts'
import type { KnownDriver } from './owner-repository.ts'

const matchOf = (drivers: readonly { readonly id: number }[]): SpellingMatch<number> => {
  const ids = drivers.map(({ id }) => id)
  return ids.length === 1 ? { id: ids[0] ?? null, candidates: [] } : { id: null, candidates: ids }
}

/**
 * Finds drivers by their names as reports write them: "Terrence Boone", "BOONE, TERRENCE", "O'NEILL PATRICK JR".
 * Drivers with the same name are all candidates. Vendors leave suffixes out, so a name without a suffix may mean a
 * driver with one.
 */
export function nameIndex(drivers: readonly KnownDriver[]): (spelled: string) => SpellingMatch<number> {
  const named = drivers.map((driver) => ({ id: driver.id, ...nameKey(fullName(driver)) }))
  const byName = Map.groupBy(named, ({ name }) => name)
  const byParts = Map.groupBy(named, ({ parts }) => parts)
  return memoizeSpellings((spelled) => {
    const { name, suffix, parts } = nameKey(spelled)
    if (name === '') return NO_MATCH
    const namesakes = byName.get(name) ?? byParts.get(parts) ?? []
    const same = namesakes.filter((one) => one.suffix === suffix)
    if (suffix === '') {
      if (same.length !== 1 || namesakes.length === 1) return matchOf(namesakes)
      return {
        id: same[0]?.id ?? null,
        candidates: [...same, ...namesakes.filter((one) => one !== same[0])].map(({ id }) => id),
      }
    }
    return matchOf(same.length > 0 ? same : namesakes.filter((one) => one.suffix === ''))
  })
}
