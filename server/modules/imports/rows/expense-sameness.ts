import { folded, glued } from '#contract/text/folded.ts'
import { codeKey, plateKey } from '#contract/text/spelled-codes.ts'
import { spelledName } from '#contract/text/spelled-names.ts'
import { identifierKey } from '#contract/units/unit-changes.ts'

/** What is told of an expense, by a report or in the books. Amount, day and quantity are those of the other one. */
export interface Told {
  /** The sender's own id; null for none. */
  readonly own_id: string | null
  /** Chicago's clock, HH:mm:ss; empty for none, null where it is not known whether there was one. */
  readonly clock: string | null
  readonly place: string
  readonly unit_id: string | null
  readonly driver_id: number | null
  /** The number at the fuel network; null for none. */
  readonly card: number | null
  readonly transponder_id: string
  readonly plate: string
  readonly unit_number: string
  readonly driver_name: string
  readonly invoice: string
  readonly product: string
}

/** Whether two rows are one expense: surely, likely enough to ask, or not. */
export type Sameness = 'same' | 'alike' | 'other'

/** Of what both tell; null where one of them does not. */
const agree = <T>(a: T | null | '', b: T | null | ''): boolean | null =>
  a === null || b === null || a === '' || b === '' ? null : a === b

const nameOf = (text: string) => spelledName(text).name

type OneOwner = 'surely' | 'maybe' | 'no'

const CODES = [
  ['transponder_id', codeKey],
  ['plate', plateKey],
  ['unit_number', codeKey],
] as const

/**
 * Whether both are of one vehicle. What both write comes first: a tag, a plate or a number that went to another truck since
 * still names one passage. Where both are written nearly alike and mean two trucks, as 12 and 0012, it can't be said.
 */
function isOneVehicle(a: Told, b: Told): OneOwner | null {
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

/** The same of the driver; of two whose cards are not told, or were never one, it is whom they were found to be. */
const isOneDriver = (a: Told, b: Told): boolean | null =>
  agree(a.card, b.card) || (agree(a.driver_id, b.driver_id) ?? agree(nameOf(a.driver_name), nameOf(b.driver_name)))

/** Whether both are of one vehicle or driver; null when nothing that both tell says so. */
function isOneOwner(a: Told, b: Told): OneOwner | null {
  const vehicle = isOneVehicle(a, b)
  const driver = isOneDriver(a, b)
  // Whom a name or a card means changes; the truck was at the pump all the same.
  if (driver === false) return vehicle === 'surely' ? 'maybe' : 'no'
  return vehicle ?? (driver ? 'surely' : null)
}

const MIN_LETTERS = 3

function placesOf(a: string, b: string): Sameness {
  if (glued(a) === glued(b)) return 'same'
  const [one, other] = [folded(a).trim(), folded(b).trim()]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  // By whole words: Exit 7 is Exit 7 North, and is not Exit 70.
  return short === '' || (short.length >= MIN_LETTERS && ` ${long} `.includes(` ${short} `)) ? 'alike' : 'other'
}

function clocksOf(a: string | null, b: string | null): Sameness {
  if (a === null || b === null) return 'alike'
  if (a === b) return 'same'
  if (a === '' || b === '') return 'alike'
  const isRound = a.endsWith(':00') || b.endsWith(':00')
  return isRound && a.slice(0, 5) === b.slice(0, 5) ? 'alike' : 'other'
}

/** Whether a clock tells a second, and not just a minute. */
const isToTheSecond = (clock: string | null) => clock !== null && clock !== '' && !clock.endsWith(':00')

/** Whether both are written alike, sign by sign: so is a row of a vendor that tells no times when its report comes again. */
const isWrittenAlike = (a: Told, b: Told) =>
  (['place', 'transponder_id', 'plate', 'unit_number', 'card', 'invoice', 'product'] as const).every(
    (field) => a[field] === b[field],
  )

/** Whether something that both tell speaks against an id that they share. */
function isContradicted(a: Told, b: Told): boolean {
  const clocks = clocksOf(a.clock, b.clock)
  if (clocks === 'other' || isOneOwner(a, b) === 'no') return true
  return placesOf(a.place, b.place) === 'other' && (clocks !== 'same' || !a.clock)
}

/**
 * Whether two rows of one day, amount and quantity are one expense. What either leaves out is no difference; what both tell
 * must agree, however it is spelled. Ids and invoices that differ are two expenses, whatever else is equal. An id that is
 * equal says little where the time, the vehicle or, without a time, the place is another: some vendors count the rows of each
 * report anew.
 */
export function samenessOf(a: Told, b: Told): Sameness {
  const ids = agree(a.own_id, b.own_id)
  if (ids === false) return 'other'
  if (ids) return isContradicted(a, b) ? 'alike' : 'same'
  if (agree(codeKey(a.invoice), codeKey(b.invoice)) === false || a.product !== b.product) return 'other'
  const clocks = clocksOf(a.clock, b.clock)
  const places = placesOf(a.place, b.place)
  const owner = isOneOwner(a, b)
  if (owner === 'no' || clocks === 'other') return 'other'
  const isOne = owner === 'surely'
  // A truck is at one place at a time, whatever two vendors call it.
  if (clocks === 'same' && isToTheSecond(a.clock) && isOne) return places === 'other' ? 'alike' : 'same'
  if (places === 'other') return 'other'
  if (clocks === 'alike' || places === 'alike' || !isOne) return 'alike'
  // What neither tells is no sign that they are one.
  const isTold = a.clock !== '' && glued(a.place) !== ''
  return isTold || isWrittenAlike(a, b) ? 'same' : 'alike'
}

/** Whether two rows of two days under one id of their vendor may be one: one of the days may be that of the posting. */
export const samenessOnTwoDays = (a: Told, b: Told): Sameness =>
  clocksOf(a.clock, b.clock) === 'other' || isOneOwner(a, b) === 'no' || placesOf(a.place, b.place) === 'other'
    ? 'other'
    : 'alike'
