import { codeKey, plateKey } from '#contract/text/code-keys.ts'
import { glued } from '#contract/text/folded.ts'
import type { Cells, ReadRow, RowOwners, StoredRow } from './report-row.ts'

/** A report row for `toll_transactions`. */
export interface TollRow extends StoredRow {
  readonly posted_on: string | null
  readonly agency: string
  readonly plaza: string
  readonly plate: string
  readonly transponder_id: string
  readonly unit_number: string
}

/** An id in scientific notation: a spreadsheet dropped its last digits, so many ids look the same. */
const LOST_DIGITS = /^\d(?:\.\d+)?E\+?\d+$/i

/** At least nine digits. Plates have fewer. */
const MIN_TAG_DIGITS = /(?:\d[^\d]*){9}/

/** Text for the vehicle that a toll names and the company does not know. */
export function unknownTollNames(
  { transponder_id, plate, unit_number }: TollRow,
  { unit_id }: RowOwners,
): readonly string[] {
  if (unit_id !== null) return []
  if (transponder_id !== '') return [`Transponder ${transponder_id}`]
  if (plate !== '') return [`Plate ${plate}`]
  return [unit_number === '' ? 'No vehicle named' : `Unit ${unit_number}`]
}

/** Some reports have one column for tags and plates. A tag consists mostly of digits. */
function tagAndPlate(cells: Cells): readonly [transponder: string, plate: string] {
  const [transponder, plate] = [cells.text('transponder_id'), cells.text('plate')]
  if (transponder !== plate) return [transponder, plate]
  return MIN_TAG_DIGITS.test(transponder) ? [transponder, ''] : ['', plate]
}

/** Reads one passage. The posting day does not identify it, because a vendor can report it later than the passage. */
export function readToll(cells: Cells): ReadRow<TollRow> {
  const { day, time, clock } = cells.dayTime()
  const cents = cells.cents('amount')
  const [transponder_id, plate] = tagAndPlate(cells)
  const unit_number = cells.text('unit_number')
  const [agency, plaza, id] = [cells.text('agency'), cells.text('plaza'), cells.text('transaction_id')]
  const posted_on = cells.day('posted_on')
  const minute = clock.slice(0, 'HH:mm'.length)
  const says = () => [
    day,
    minute,
    // A vehicle is at one place at a time, so with a time the place’s spelling does not count.
    minute === '' ? glued(plaza || agency) : '',
    plateKey(plate),
    codeKey(transponder_id),
    codeKey(unit_number),
  ]
  return {
    row: { date: day, clock, posted_on, amount: cents / 100, agency, plaza, plate, transponder_id, unit_number },
    // The amount is part of the key: a credit can have the id of its passage.
    own: id === '' || LOST_DIGITS.test(id) ? null : { key: `${id}:${cents}`, says },
    former: () => [day, time, cents, agency, plaza, plate, transponder_id, unit_number],
  }
}
