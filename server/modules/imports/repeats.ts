import { glued } from '#contract/folded.ts'
import { codeKey } from '#contract/spelled-codes.ts'
import { remembered } from '#server/records/owners/code-index.ts'
import type { Told } from './expense-sameness.ts'
import { ownerKeys } from './owner-keys.ts'
import type { AnyRow } from './read-report.ts'
import { keyHash } from './report-row.ts'
import { seenKeys } from './seen-keys.ts'

const placeOf = remembered(glued)

/**
 * What a row says, however it is written: day, minute, amount, quantity, place, whose; of one with an id of the vendor's, the
 * id, day and minute. Null where it leaves open what tells two expenses of a day apart.
 */
function meaningOf({ date, amount, ...row }: AnyRow, told: Told): readonly unknown[] | null {
  const minute = (told.clock ?? '').slice(0, 5)
  if (told.own_id !== null) return [told.own_id, date, minute]
  const [owner, place] = [ownerKeys(told)[0], placeOf(told.place)]
  if (minute === '' || place === '' || owner === 'none') return null
  const gallons = 'gallons' in row ? row.gallons : null
  return [date, minute, amount, gallons, place, owner, codeKey(told.invoice), told.product]
}

/** Finds rows of a report that say the same as an earlier one of it, at some twenty bytes a row. */
export class Repeats {
  readonly #firstLines = seenKeys()
  readonly #ownKeys = seenKeys()

  /** The line of the earlier row; null for a row that is the first to say it. */
  firstLine(row: AnyRow, told: Told): number | null {
    const meaning = meaningOf(row, told)
    if (meaning === null) return null
    const first = this.#firstLines(keyHash(meaning), (former) => former || row.line)
    return first === row.line ? null : first
  }

  /** Whether no earlier row has the vendor's id that this one has. */
  isFirstOfKey({ own_key }: AnyRow): boolean {
    return own_key === null || this.#ownKeys(keyHash([own_key])) === 1
  }
}
