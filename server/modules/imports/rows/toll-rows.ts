import { glued } from '#contract/text/folded.ts'
import { codeKey, plateKey } from '#contract/text/spelled-codes.ts'
import type { Cells, Found, ReadRow, StoredRow } from './report-row.ts'

/** A row of `toll_transactions` as a report brings it. */
export interface TollRow extends StoredRow {
  readonly posted_on: string | null
  readonly agency: string
  readonly plaza: string
  readonly plate: string
  readonly transponder_id: string
  readonly unit_number: string
}

/** An id as a spreadsheet cut it: many others would be the same. */
const LOST_DIGITS = /^\d(?:\.\d+)?E\+?\d+$/i

/** Plates have fewer digits. */
const MIN_TAG_DIGITS = /(?:\d[^\d]*){9}/

/** What a toll names and the company does not know, in words. */
export function unknownOfToll({ transponder_id, plate, unit_number }: TollRow, { unit_id }: Found): readonly string[] {
  if (unit_id !== null) return []
  if (transponder_id !== '') return [`Transponder ${transponder_id}`]
  if (plate !== '') return [`Plate ${plate}`]
  return [unit_number === '' ? 'No vehicle named' : `Unit ${unit_number}`]
}

/** A column that is both has a tag in one row, which is mostly digits, and a plate in the next. */
function tagAndPlate(cells: Cells): readonly [transponder: string, plate: string] {
  const [transponder, plate] = [cells.text('transponder_id'), cells.text('plate')]
  if (transponder !== plate) return [transponder, plate]
  return MIN_TAG_DIGITS.test(transponder) ? [transponder, ''] : ['', plate]
}

/** One passage. The day on which it was posted is no part of what it is: it may be told later than the passage. */
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
    // At one minute it is one place, whatever it is called.
    minute === '' ? glued(plaza || agency) : '',
    plateKey(plate),
    codeKey(transponder_id),
    codeKey(unit_number),
  ]
  return {
    row: { date: day, clock, posted_on, amount: cents / 100, agency, plaza, plate, transponder_id, unit_number },
    // A credit may come under the passage's own id.
    own: id === '' || LOST_DIGITS.test(id) ? null : { key: `${id}:${cents}`, says },
    former: () => [day, time, cents, agency, plaza, plate, transponder_id, unit_number],
  }
}
