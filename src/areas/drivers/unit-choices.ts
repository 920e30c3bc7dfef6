import { fullName } from '#contract/people.ts'
import type { UnitName, UnitSort } from '#contract/units.ts'
import { allRows } from '#src/offline/all-rows.ts'
import type { PickChoice } from '#src/offline/command.ts'
import { unitList } from './unit-queries.ts'
import { UNIT_TITLES, unitTitle } from './unit-words.ts'

/** A unit to pick, or none. */
export interface UnitChoice extends PickChoice {
  readonly content: UnitName | null
}

const holder = ({ driver }: UnitName) => (driver === null ? '' : fullName(driver))
const byHolder = (a: UnitName, b: UnitName) => (holder(a) < holder(b) ? -1 : holder(a) > holder(b) ? 1 : 0)

/**
 * What may be picked for a driver, in the order in which it is offered: none, what nobody has, then what others have, by
 * their names. What is in the workshop or for sale can't be assigned.
 */
export function unitChoices(units: readonly UnitName[], sort: UnitSort, driver: number): readonly UnitChoice[] {
  const choice = (group: string) => (unit: UnitName) => ({
    value: unit.id,
    title: unitTitle(unit),
    group,
    content: unit,
  })
  const own = units.filter((unit) => unit.driver?.id === driver)
  const free = units.filter((unit) => unit.status === 'unassigned' && unit.driver === null)
  const others = units.filter((unit) => unit.driver !== null && unit.driver.id !== driver)
  return [
    { value: '', title: `No ${sort}`, content: null },
    ...own.map(choice('Now')),
    ...free.map(choice('Unassigned')),
    ...[...others].sort(byHolder).map(choice('Of other drivers')),
  ]
}

/** The same for the Outbox, from what the device knows. Throws, with words for the person, when they are not to be had. */
export async function loadUnitChoices(sort: UnitSort, driver: number): Promise<readonly UnitChoice[]> {
  return unitChoices(await allRows(unitList(sort), `${UNIT_TITLES[sort]}s`), sort, driver)
}
