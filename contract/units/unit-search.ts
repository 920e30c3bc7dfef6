import { byCodeRank, type RecordCodes, searchedCode } from '#contract/text/code-rank.ts'
import { folded, glued } from '#contract/text/folded.ts'
import type { SearchedText } from '#contract/text/hits.ts'
import { codeText, hasWords, searchWords } from '#contract/text/search.ts'
import { sortName } from '#contract/wire/people.ts'
import { orderOf, type UnitOrder, type UnitOrdering, type VehicleStatus } from './unit-choices.ts'
import { unitCodes } from './unit-codes.ts'
import { compareUnits } from './unit-names.ts'
import type { Unit } from './units.ts'

/** The number of a unit. Older responses stored on a device have a truck's number only in `extra_info`. */
const numberOf = (row: Unit) => row.number ?? (row.kind === 'truck' ? row.extra_info.unit_number : null) ?? row.id

/** The texts of a unit that searches look through, in the server's order. */
export function unitTexts(row: Unit): readonly SearchedText[] {
  const { holder, dispatcher, extra_info } = row
  const transponder = row.kind === 'truck' ? row.extra_info.transponder_id : null
  return [
    { title: 'ID', text: row.id, isCode: true },
    { title: 'model', text: row.transport_model },
    { title: 'year', text: `${row.year ?? ''}` },
    { title: 'color', text: row.color },
    { title: 'type', text: row.type ?? '' },
    { title: 'VIN', text: row.vin ?? '' },
    { title: 'number', text: numberOf(row), isCode: true },
    { title: 'license plate', text: extra_info.licence_plate ?? '', isCode: true },
    { title: 'transponder ID', text: transponder ?? '', isCode: true },
    { title: 'fleet manager', text: extra_info.fleet_manager_name },
    ...(row.formerly ?? []).map((text) => ({ title: 'former number', text, isCode: true })),
    { title: 'driver', text: holder ? sortName(holder) : '' },
    { title: 'dispatcher', text: dispatcher ? sortName(dispatcher.user) : '' },
  ]
}

/** The number of texts that the server joins before it folds them: up to the fleet manager. */
const JOINED = 10

function unitSearchText(row: Unit): string {
  const texts = unitTexts(row)
  const joined = texts.slice(0, JOINED)
  const codes = joined.filter(({ isCode }) => isCode).map(({ text }) => glued(text))
  const rest = texts.slice(JOINED).map(({ text, isCode }) => (isCode ? codeText(text) : folded(text)))
  return [folded(joined.map(({ text }) => text).join(' ')), ...codes, ...rest].join(' ')
}

/** The codes of a unit in the list, for the rank of a search. */
export function unitRowCodes(row: Unit): RecordCodes {
  const { id, vin, extra_info } = row
  return unitCodes({ id, vin, number: numberOf(row), licence_plate: extra_info.licence_plate })
}

/** Whether a unit is in the list of a status and a search: the server's `WHERE`, for rows on the device. */
export function unitFits(filter: VehicleStatus | '', search = ''): (row: Unit) => boolean {
  const words = searchWords(search)
  return (row) =>
    (filter === '' || row.status === filter) && (words.length === 0 || hasWords(unitSearchText(row), words))
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const COMPARES: Readonly<Record<UnitOrder, (a: Unit, b: Unit) => number>> = {
  id: compareUnits,
  year: (a, b) => (a.year ?? 0) - (b.year ?? 0),
  miles_driven: (a, b) => a.miles_driven - b.miles_driven,
  type: (a, b) => compareTexts(a.type ?? '', b.type ?? ''),
}

/**
 * The server's `ORDER BY`, for rows on the device. A search puts the units first whose codes match it best. Equal rows
 * are sorted by id, so that pages never repeat or skip a row.
 */
export function compareUnitRows(ordering: UnitOrdering, search = ''): (a: Unit, b: Unit) => number {
  const { order, isDescending } = orderOf(ordering)
  const compare = (a: Unit, b: Unit) => COMPARES[order](a, b) || compareTexts(a.id, b.id)
  return byCodeRank(searchedCode(searchWords(search)), unitRowCodes, isDescending ? (a, b) => compare(b, a) : compare)
}
