import type { ImportKind, OwnerChoice } from '#contract/expenses/imports.ts'
import { codeKey, plateKey } from '#contract/text/spelled-codes.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Sql } from '#server/db/db.ts'
import { codeIndex, NOBODY, type Spelled } from './code-index.ts'
import {
  findFormerNumbers,
  findKnownDrivers,
  findKnownUnits,
  type KnownDriver,
  type KnownUnit,
} from './known-repository.ts'
import { nameIndex } from './name-index.ts'
import { type FormerNumber, numberIndex } from './number-index.ts'

/** A spelling that may mean several, and whom it means unless a person says otherwise. */
export interface Asked {
  readonly of: OwnerChoice['of']
  readonly spelled: string
  readonly candidates: readonly (string | number)[]
  readonly picked: string | number | null
}

/** Whose a row is found to be, and what there is to be asked about that. */
export interface Owners {
  readonly unit_id: string | null
  readonly driver_id: number | null
  readonly asked: readonly Asked[]
}

interface Named {
  readonly date: string
  readonly unit_number: string
}
/** What an expense calls its vehicle and its driver, each empty for none, and of which day it is. */
export type NamedRow =
  | (Named & { readonly transponder_id: string; readonly plate: string })
  | (Named & { readonly driver_card: string; readonly driver_name: string })

export interface KnownOwners {
  readonly of: (row: NamedRow) => Owners
  /** What a person calls a unit or a driver. */
  readonly title: (of: OwnerChoice['of'], id: string | number) => string
}

const coded = (units: readonly KnownUnit[], field: 'transponder_id' | 'licence_plate' | 'unit_number') =>
  units.flatMap((unit) => (unit[field] === null ? [] : [{ id: unit.id, code: unit[field] }]))

/** The units of the company and, for fuel, its drivers, by everything that reports call them, or called them then. */
export async function knownOwners(
  sql: Sql,
  kind: ImportKind,
  choices: readonly OwnerChoice[] = [],
): Promise<KnownOwners> {
  const units = await findKnownUnits(sql)
  const former = await findFormerNumbers(sql)
  const drivers = kind === 'fuel' ? await findKnownDrivers(sql) : []
  const chosen = new Map(choices.map(({ of, spelled, id }) => [`${of} ${spelled}`, id]))
  const unitOf = kind === 'fuel' ? fuelUnits(units, former) : tollUnits(units, former)
  const driverOf = cardholders(drivers)
  return {
    of: (row) => {
      const unit = settled('unit', spelledUnit(row, unitOf), chosen)
      const driver = settled(
        'driver',
        'driver_name' in row ? driverOf(row.driver_card, row.driver_name) : NO_ONE,
        chosen,
      )
      return {
        unit_id: typeof unit.picked === 'string' ? unit.picked : null,
        driver_id: typeof driver.picked === 'number' ? driver.picked : null,
        asked: [unit, driver].filter(({ candidates }) => candidates.length > 0),
      }
    },
    title: titles(units, drivers),
  }
}

/** What a row calls its unit or driver, and whom that may mean. */
type Called<Id> = Spelled<Id> & { readonly spelled: string }
const NO_ONE: Called<never> = { ...NOBODY, spelled: '' }

function settled(
  of: OwnerChoice['of'],
  { id, candidates, spelled }: Called<string | number>,
  chosen: ReadonlyMap<string, string | number>,
): Asked {
  const own = candidates.length > 0 ? chosen.get(`${of} ${spelled}`) : undefined
  return { of, spelled, candidates, picked: own !== undefined && candidates.includes(own) ? own : id }
}

type UnitFinder = (names: readonly [tag: string, plate: string, number: string], day: string) => Called<string>

const spelledUnit = (row: NamedRow, find: UnitFinder) =>
  'driver_name' in row
    ? find(['', '', row.unit_number], row.date)
    : find([row.transponder_id, row.plate, row.unit_number], row.date)

/** The first of these that means one unit; else all that the first of them may mean that means any. */
function firstSure(found: readonly Called<string>[]): Called<string> {
  return (
    found.find(({ id, candidates }) => id !== null && candidates.length === 0) ??
    found.find(({ candidates }) => candidates.length > 0) ??
    NO_ONE
  )
}

/** The truck by the transponder, else by the plate, else by the number that it had on that day. A trailer passes with one. */
function tollUnits(all: readonly KnownUnit[], formerly: readonly FormerNumber[]): UnitFinder {
  const units = all.filter(({ kind }) => kind === 'truck')
  const trucks = new Set(units.map(({ id }) => id))
  const former = formerly.filter(({ id }) => trucks.has(id))
  const byTag = codeIndex(coded(units, 'transponder_id'), codeKey)
  const byPlate = codeIndex(coded(units, 'licence_plate'), plateKey)
  const byNumber = numberIndex(coded(units, 'unit_number'), former)
  return ([tag, plate, number], day) => {
    const first = byTag(tag)
    if (first.id !== null && first.candidates.length === 0) return { ...first, spelled: tag }
    return firstSure([
      { ...first, spelled: tag },
      { ...byPlate(plate), spelled: plate },
      { ...byNumber(number, day), spelled: number },
    ])
  }
}

/** By the number that the unit had on that day; one that has no number by its id. */
function fuelUnits(units: readonly KnownUnit[], former: readonly FormerNumber[]): UnitFinder {
  const unnumbered = units.filter(({ unit_number }) => unit_number === null)
  const ids = new Set(unnumbered.map(({ id }) => id))
  const byNumber = numberIndex(coded(units, 'unit_number'), former)
  const byId = codeIndex(unnumbered.map(({ id }) => ({ id, code: id })))
  return ([, , spelled], day) => {
    const numbered = byNumber(spelled, day)
    if (numbered.id !== null || numbered.candidates.length > 0) return { ...numbered, spelled }
    return { ...(ids.has(spelled) ? { id: spelled, candidates: [] } : byId(spelled)), spelled }
  }
}

/** By the card; else by the name alone. Should two have one card, the first of them. */
function cardholders(drivers: readonly KnownDriver[]): (card: string, name: string) => Called<number> {
  const byCard = new Map<string, number>()
  for (const { id, card } of drivers) {
    if (card !== null && !byCard.has(`${card}`)) byCard.set(`${card}`, id)
  }
  const byName = nameIndex(drivers.filter(({ is_current }) => is_current))
  return (card, name) => {
    const holder = card === '' ? undefined : byCard.get(codeKey(card))
    return holder === undefined ? { ...byName(name), spelled: name } : { id: holder, candidates: [], spelled: card }
  }
}

function titles(units: readonly KnownUnit[], drivers: readonly KnownDriver[]): KnownOwners['title'] {
  const words = new Map<string | number, string>()
  for (const { id, kind, unit_number } of units) {
    const title = kind === 'truck' ? 'Truck' : 'Trailer'
    words.set(id, `${title} ${id}${unit_number === null || unit_number === id ? '' : ` (number ${unit_number})`}`)
  }
  for (const driver of drivers) words.set(driver.id, `${fullName(driver)} (driver ${driver.id})`)
  return (_, id) => words.get(id) ?? `${id}`
}
