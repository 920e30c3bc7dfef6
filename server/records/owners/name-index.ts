import { spelledName } from '#contract/text/spelled-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { NOBODY, remembered, type Spelled } from './code-index.ts'
import type { KnownDriver } from './known-repository.ts'

const ofAll = (drivers: readonly { readonly id: number }[]): Spelled<number> => {
  const ids = drivers.map(({ id }) => id)
  return ids.length === 1 ? { id: ids[0] ?? null, candidates: [] } : { id: null, candidates: ids }
}

/**
 * Finds drivers by their names as reports write them: "Terrence Boone", "BOONE, TERRENCE", "O'NEILL PATRICK JR". Of
 * namesakes all are told; vendors leave suffixes out, so a name without one may mean a driver with one.
 */
export function nameIndex(drivers: readonly KnownDriver[]): (spelled: string) => Spelled<number> {
  const named = drivers.map((driver) => ({ id: driver.id, ...spelledName(fullName(driver)) }))
  const byName = Map.groupBy(named, ({ name }) => name)
  const byParts = Map.groupBy(named, ({ parts }) => parts)
  return remembered((spelled) => {
    const { name, suffix, parts } = spelledName(spelled)
    if (name === '') return NOBODY
    const namesakes = byName.get(name) ?? byParts.get(parts) ?? []
    const same = namesakes.filter((one) => one.suffix === suffix)
    if (suffix === '') {
      if (same.length !== 1 || namesakes.length === 1) return ofAll(namesakes)
      return {
        id: same[0]?.id ?? null,
        candidates: [...same, ...namesakes.filter((one) => one !== same[0])].map(({ id }) => id),
      }
    }
    return ofAll(same.length > 0 ? same : namesakes.filter((one) => one.suffix === ''))
  })
}
