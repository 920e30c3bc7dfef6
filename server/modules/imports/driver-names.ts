import { fullName } from '#contract/people.ts'
import type { KnownDriver, KnownUnit } from './fleet-repository.ts'

/** What is written on a vehicle, however it is spaced: the indexes of the units compare it so. */
const plain = (text: string) => text.toUpperCase().replace(/[ -]/g, '')
const plainName = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Whom the company has, as reports name them. */
export interface Fleet {
  /** The truck of a toll: by its transponder, then its plate, then its number. */
  tolled(named: { transponder_id: string; plate: string; unit_number: string }): string | null
  /** A truck or a trailer by its number or its id. */
  unit(name: string): string | null
  /** A driver by the fuel network's id. */
  cardholder(id: string): number | null
  /** A driver by name, if only one is called so: `Terrence Boone` or `Boone, Terrence`. */
  driver(name: string): number | null
}

/** The first who comes under a name has it. */
function byName<T, V>(
  all: readonly T[],
  nameOf: (one: T) => string | null,
  wanted: (one: T) => V,
): ReadonlyMap<string, V> {
  const found = new Map<string, V>()
  for (const one of all) {
    const name = nameOf(one)
    if (name !== null && name !== '' && !found.has(name)) found.set(name, wanted(one))
  }
  return found
}

/** Drivers by name; null for a name that several have. */
function byOnlyName(drivers: readonly KnownDriver[]): ReadonlyMap<string, number | null> {
  const found = new Map<string, number | null>()
  for (const driver of drivers.filter(({ is_current }) => is_current)) {
    const name = plainName(fullName(driver))
    found.set(name, found.has(name) ? null : driver.id)
  }
  return found
}

export function fleetOf(units: readonly KnownUnit[], drivers: readonly KnownDriver[]): Fleet {
  const trucks = units.filter(({ kind }) => kind === 'truck')
  const of = (all: readonly KnownUnit[], name: keyof KnownUnit) =>
    byName(
      all,
      (unit) => plain(unit[name] ?? ''),
      ({ id }) => id,
    )
  const [transponders, plates] = [of(trucks, 'transponder_id'), of(trucks, 'licence_plate')]
  const [truckNumbers, truckIds] = [of(trucks, 'unit_number'), of(trucks, 'id')]
  const [numbers, ids] = [of(units, 'unit_number'), of(units, 'id')]
  const cards = byName(
    drivers,
    ({ pilot_flying_j_driver: card }) => (card === null ? null : `${card}`),
    ({ id }) => id,
  )
  const names = byOnlyName(drivers)
  const look = <V>(map: ReadonlyMap<string, V>, text: string) => map.get(plain(text)) ?? null
  return {
    tolled: ({ transponder_id, plate, unit_number }) =>
      look(transponders, transponder_id) ??
      look(plates, plate) ??
      look(truckNumbers, unit_number) ??
      look(truckIds, unit_number),
    unit: (name) => look(numbers, name) ?? look(ids, name),
    cardholder: (id) => cards.get(id.replace(/^0+(?=\d)/, '')) ?? null,
    driver: (name) => {
      const [last = '', first] = name.split(',', 2)
      return names.get(plainName(first === undefined ? name : `${first} ${last}`)) ?? null
    },
  }
}
