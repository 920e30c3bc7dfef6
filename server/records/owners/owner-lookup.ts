import type { ImportKind, OwnerChoice } from '#contract/expenses/imports.ts'
import { codeKey, plateKey } from '#contract/text/code-keys.ts'
import { fullName } from '#contract/wire/people.ts'
import type { Sql } from '#server/db/db.ts'
import { codeIndex, NO_MATCH, type SpellingMatch } from './code-index.ts'
import { nameIndex } from './name-index.ts'
import { type FormerNumber, numberIndex } from './number-index.ts'
import {
  findFormerNumbers,
  findKnownDrivers,
  findKnownUnits,
  type KnownDriver,
  type KnownUnit,
} from './owner-repository.ts'

/** A spelling that may mean several records. `picked` is the owner unless the user chooses another candidate. */
export interface OwnerQuestion {
  readonly of: OwnerChoice['of']
  readonly spelled: string
  readonly candidates: readonly (string | number)[]
  readonly picked: string | number | null
}

/** The unit and driver found for a row, and the spellings that the user has to decide about. */
export interface Owners {
  readonly unit_id: string | null
  readonly driver_id: number | null
  readonly questions: readonly OwnerQuestion[]
}

interface NamedBase {
  readonly date: string
  readonly unit_number: string
}
/** The date of an expense and its names for vehicle and driver. A missing name is empty. */
export type NamedRow =
  | (NamedBase & { readonly transponder_id: string; readonly plate: string })
  | (NamedBase & { readonly driver_card: string; readonly driver_name: string })

export interface OwnerLookup {
  readonly ownersOf: (row: NamedRow) => Owners
  /** The user-visible name of a unit or driver. */
  readonly title: (of: OwnerChoice['of'], id: string | number) => string
}

const codesOf = (units: readonly KnownUnit[], field: 'transponder_id' | 'licence_plate' | 'unit_number') =>
  units.flatMap((unit) => (unit[field] === null ? [] : [{ id: unit.id, code: unit[field] }]))

/**
 * Loads the units of the company and, for fuel, its drivers, to find the owners of expenses by all names that reports
 * use for them, including former unit numbers. `choices` are the user's decisions about spellings.
 */
export async function loadOwnerLookup(
  sql: Sql,
  kind: ImportKind,
  choices: readonly OwnerChoice[] = [],
): Promise<OwnerLookup> {
  const units = await findKnownUnits(sql)
  const former = await findFormerNumbers(sql)
  const drivers = kind === 'fuel' ? await findKnownDrivers(sql) : []
  const chosen = new Map(choices.map(({ of, spelled, id }) => [`${of} ${spelled}`, id]))
  const unitOf = kind === 'fuel' ? fuelUnitFinder(units, former) : tollUnitFinder(units, former)
  const driverOf = driverFinder(drivers)
  return {
    ownersOf: (row) => {
      const unit = applyChoice('unit', matchUnit(row, unitOf), chosen)
      const driver = applyChoice(
        'driver',
        'driver_name' in row ? driverOf(row.driver_card, row.driver_name) : NO_NAMED_MATCH,
        chosen,
      )
      return {
        unit_id: typeof unit.picked === 'string' ? unit.picked : null,
        driver_id: typeof driver.picked === 'number' ? driver.picked : null,
        questions: [unit, driver].filter(({ candidates }) => candidates.length > 0),
      }
    },
    title: titleFinder(units, drivers),
  }
}

/** A name in a row, and the unit or driver that it may mean. */
type NamedMatch<Id> = SpellingMatch<Id> & { readonly spelled: string }
const NO_NAMED_MATCH: NamedMatch<never> = { ...NO_MATCH, spelled: '' }

function applyChoice(
  of: OwnerChoice['of'],
  { id, candidates, spelled }: NamedMatch<string | number>,
  chosen: ReadonlyMap<string, string | number>,
): OwnerQuestion {
  const choice = candidates.length > 0 ? chosen.get(`${of} ${spelled}`) : undefined
  return { of, spelled, candidates, picked: choice !== undefined && candidates.includes(choice) ? choice : id }
}

type UnitFinder = (names: readonly [tag: string, plate: string, number: string], day: string) => NamedMatch<string>

const matchUnit = (row: NamedRow, find: UnitFinder) =>
  'driver_name' in row
    ? find(['', '', row.unit_number], row.date)
    : find([row.transponder_id, row.plate, row.unit_number], row.date)

/** The first match with exactly one unit, otherwise the first match with candidates. */
function firstCertain(matches: readonly NamedMatch<string>[]): NamedMatch<string> {
  return (
    matches.find(({ id, candidates }) => id !== null && candidates.length === 0) ??
    matches.find(({ candidates }) => candidates.length > 0) ??
    NO_NAMED_MATCH
  )
}

/**
 * Finds the truck of a toll by its transponder, otherwise by its plate, otherwise by its number on that day. Trailers
 * are not searched: a trailer passes the toll plaza with its truck.
 */
function tollUnitFinder(all: readonly KnownUnit[], formerly: readonly FormerNumber[]): UnitFinder {
  const units = all.filter(({ kind }) => kind === 'truck')
  const trucks = new Set(units.map(({ id }) => id))
  const former = formerly.filter(({ id }) => trucks.has(id))
  const byTag = codeIndex(codesOf(units, 'transponder_id'), codeKey)
  const byPlate = codeIndex(codesOf(units, 'licence_plate'), plateKey)
  const byNumber = numberIndex(codesOf(units, 'unit_number'), former)
  return ([tag, plate, number], day) => {
    const first = byTag(tag)
    if (first.id !== null && first.candidates.length === 0) return { ...first, spelled: tag }
    return firstCertain([
      { ...first, spelled: tag },
      { ...byPlate(plate), spelled: plate },
      { ...byNumber(number, day), spelled: number },
    ])
  }
}

/** Finds the unit of a fuel purchase by its number on that day. A unit without a number is found by its id. */
function fuelUnitFinder(units: readonly KnownUnit[], former: readonly FormerNumber[]): UnitFinder {
  const unnumbered = units.filter(({ unit_number }) => unit_number === null)
  const ids = new Set(unnumbered.map(({ id }) => id))
  const byNumber = numberIndex(codesOf(units, 'unit_number'), former)
  const byId = codeIndex(unnumbered.map(({ id }) => ({ id, code: id })))
  return ([, , spelled], day) => {
    const numbered = byNumber(spelled, day)
    if (numbered.id !== null || numbered.candidates.length > 0) return { ...numbered, spelled }
    return { ...(ids.has(spelled) ? { id: spelled, candidates: [] } : byId(spelled)), spelled }
  }
}

/**
 * Finds a driver by the fuel card, otherwise by the name. When two drivers have the same card, the first one matches.
 */
function driverFinder(drivers: readonly KnownDriver[]): (card: string, name: string) => NamedMatch<number> {
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

function titleFinder(units: readonly KnownUnit[], drivers: readonly KnownDriver[]): OwnerLookup['title'] {
  const titleById = new Map<string | number, string>()
  for (const { id, kind, unit_number } of units) {
    const title = kind === 'truck' ? 'Truck' : 'Trailer'
    titleById.set(id, `${title} ${id}${unit_number === null || unit_number === id ? '' : ` (number ${unit_number})`}`)
  }
  for (const driver of drivers) titleById.set(driver.id, `${fullName(driver)} (driver ${driver.id})`)
  return (_, id) => titleById.get(id) ?? `${id}`
}
