import { codeKey, plateKey } from '#contract/text/code-keys.ts'
import { folded, glued } from '#contract/text/folded.ts'
import { nameKey } from '#contract/text/name-keys.ts'
import { identifierKey } from '#contract/units/unit-changes.ts'

/**
 * The fields of an expense, from a report or the books, that are compared. Amount, day and quantity are equal already.
 */
export interface ExpenseDescription {
  /** The vendor’s id; null if it has none. */
  readonly own_id: string | null
  /** Time in Chicago, `HH:mm:ss`; empty if there is none, null if the row was stored before times were stored. */
  readonly clock: string | null
  readonly place: string
  readonly unit_id: string | null
  readonly driver_id: number | null
  /** The driver’s number at the fuel network; null if there is none. */
  readonly card: number | null
  readonly transponder_id: string
  readonly plate: string
  readonly unit_number: string
  readonly driver_name: string
  readonly invoice: string
  readonly product: string
}

/**
 * Whether two rows are the same expense: surely (`same`), probably, so that the user decides (`alike`), or not
 * (`other`).
 */
export type Sameness = 'same' | 'alike' | 'other'

/** Whether two values are equal; null if one of them is missing. */
const agree = <T>(a: T | null | '', b: T | null | ''): boolean | null =>
  a === null || b === null || a === '' || b === '' ? null : a === b

const nameOf = (text: string) => nameKey(text).name

type OwnerMatch = 'surely' | 'maybe' | 'no'

const CODES = [
  ['transponder_id', codeKey],
  ['plate', plateKey],
  ['unit_number', codeKey],
] as const

/**
 * Whether both rows are of one vehicle; null if no identifier decides. The written codes count first: a tag, plate or
 * number still identifies one passage after it went to another truck. `maybe` if the codes are nearly equal but belong
 * to two trucks, as 12 and 0012.
 */
function matchVehicles(a: ExpenseDescription, b: ExpenseDescription): OwnerMatch | null {
  const isOneUnit = agree(a.unit_id, b.unit_id)
  if (isOneUnit) return 'surely'
  for (const [code, loose] of CODES) {
    const isOneCode = agree(loose(a[code]), loose(b[code]))
    if (isOneCode === null) continue
    if (!isOneCode) return 'no'
    return isOneUnit === null || identifierKey(a[code]) === identifierKey(b[code]) ? 'surely' : 'maybe'
  }
  return isOneUnit === null ? null : 'no'
}

/**
 * Whether both rows are of one driver; null if unknown. Without equal cards, the matched drivers decide, then the
 * names.
 */
const matchDrivers = (a: ExpenseDescription, b: ExpenseDescription): boolean | null =>
  agree(a.card, b.card) || (agree(a.driver_id, b.driver_id) ?? agree(nameOf(a.driver_name), nameOf(b.driver_name)))

/** Whether both rows have one vehicle or driver; null if they share no identifier. */
function matchOwners(a: ExpenseDescription, b: ExpenseDescription): OwnerMatch | null {
  const vehicle = matchVehicles(a, b)
  const driver = matchDrivers(a, b)
  // The driver behind a name or card can change, but the truck was at the pump in any case.
  if (driver === false) return vehicle === 'surely' ? 'maybe' : 'no'
  return vehicle ?? (driver ? 'surely' : null)
}

const MIN_LETTERS = 3

function comparePlaces(a: string, b: string): Sameness {
  if (glued(a) === glued(b)) return 'same'
  const [one, other] = [folded(a).trim(), folded(b).trim()]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  // Compares whole words: “Exit 7” is in “Exit 7 North”, but not in “Exit 70”.
  return short === '' || (short.length >= MIN_LETTERS && ` ${long} `.includes(` ${short} `)) ? 'alike' : 'other'
}

function compareClocks(a: string | null, b: string | null): Sameness {
  if (a === null || b === null) return 'alike'
  if (a === b) return 'same'
  if (a === '' || b === '') return 'alike'
  const isRound = a.endsWith(':00') || b.endsWith(':00')
  return isRound && a.slice(0, 5) === b.slice(0, 5) ? 'alike' : 'other'
}

/** Whether a time has seconds other than `:00`, so that it is more exact than a minute. */
const isToTheSecond = (clock: string | null) => clock !== null && clock !== '' && !clock.endsWith(':00')

/** Whether both rows are spelled exactly alike, as when a report without times is imported again. */
const isWrittenAlike = (a: ExpenseDescription, b: ExpenseDescription) =>
  (['place', 'transponder_id', 'plate', 'unit_number', 'card', 'invoice', 'product'] as const).every(
    (field) => a[field] === b[field],
  )

/** Whether time, owner or place contradicts an id that both rows share. */
function isContradicted(a: ExpenseDescription, b: ExpenseDescription): boolean {
  const clocks = compareClocks(a.clock, b.clock)
  if (clocks === 'other' || matchOwners(a, b) === 'no') return true
  return comparePlaces(a.place, b.place) === 'other' && (clocks !== 'same' || !a.clock)
}

/**
 * Whether two rows of one day, amount and quantity are the same expense. A field that one row lacks makes no
 * difference. Fields that both have must agree, in any spelling. Different ids or invoices mean two expenses. An equal
 * id proves little if the time, the vehicle or (without a time) the place differs: some vendors number the rows of each
 * report from 1.
 */
export function samenessOf(a: ExpenseDescription, b: ExpenseDescription): Sameness {
  const ids = agree(a.own_id, b.own_id)
  if (ids === false) return 'other'
  if (ids) return isContradicted(a, b) ? 'alike' : 'same'
  if (agree(codeKey(a.invoice), codeKey(b.invoice)) === false || a.product !== b.product) return 'other'
  const clocks = compareClocks(a.clock, b.clock)
  const places = comparePlaces(a.place, b.place)
  const owner = matchOwners(a, b)
  if (owner === 'no' || clocks === 'other') return 'other'
  const isOne = owner === 'surely'
  // A truck is at one place at a time, even if two vendors name the place differently.
  if (clocks === 'same' && isToTheSecond(a.clock) && isOne) return places === 'other' ? 'alike' : 'same'
  if (places === 'other') return 'other'
  if (clocks === 'alike' || places === 'alike' || !isOne) return 'alike'
  // Fields that both rows lack do not prove that they are the same.
  const hasTimeAndPlace = a.clock !== '' && glued(a.place) !== ''
  return hasTimeAndPlace || isWrittenAlike(a, b) ? 'same' : 'alike'
}

/** Whether two rows with one vendor id but different days might be the same: one of the days can be the posting day. */
export const samenessOnTwoDays = (a: ExpenseDescription, b: ExpenseDescription): Sameness =>
  compareClocks(a.clock, b.clock) === 'other' ||
  matchOwners(a, b) === 'no' ||
  comparePlaces(a.place, b.place) === 'other'
    ? 'other'
    : 'alike'
