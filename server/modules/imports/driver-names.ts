import { fullName } from '#contract/people.ts'
import type { KnownDriver } from './driver-name-repository.ts'

/** The driver who is called so, if only one is: `Terrence Boone` or `Boone, Terrence`. Null for nobody. */
export type DriverNames = (name: string) => number | null

const plainName = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Those who drive here, as reports name them. */
export function driverNames(drivers: readonly KnownDriver[]): DriverNames {
  const found = new Map<string, number | null>()
  for (const driver of drivers) {
    const name = plainName(fullName(driver))
    if (name !== '') found.set(name, found.has(name) ? null : driver.id)
  }
  return (name) => {
    const [last = '', first] = name.split(',', 2)
    return found.get(plainName(first === undefined ? name : `${first} ${last}`)) ?? null
  }
}
