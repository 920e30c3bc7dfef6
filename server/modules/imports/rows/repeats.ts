import { glued } from '#contract/text/folded.ts'
import { codeKey } from '#contract/text/spelled-codes.ts'
import type { AnyRow } from '#server/modules/imports/reading/read-report.ts'
import { remembered } from '#server/records/owners/code-index.ts'
import type { Told } from './expense-sameness.ts'
import { ownerKeys } from './owner-keys.ts'
import { keyHash } from './report-row.ts'
import { seenKeys } from './seen-keys.ts'

const placeOf = remembered(glued)

/**
 * What a row says but for its time, however it is written: day, amount, quantity, place, whose; of one with an id of the
 * vendor's, the id in place of the place. Null where it leaves open what tells two expenses of a day apart.
 */
function meaningOf({ date, amount, ...row }: AnyRow, told: Told): readonly unknown[] | null {
  const [owner, place] = [ownerKeys(told)[0], told.own_id ?? placeOf(told.place)]
  if (!told.clock || place === '' || owner === 'none') return null
  const gallons = 'gallons' in row ? row.gallons : null
  return [date, amount, gallons, place, owner, codeKey(told.invoice), told.product]
}

const MINUTE = 'HH:mm'.length

/** Finds rows of a report that say the same as an earlier one of it, at some forty bytes a row. */
export class Repeats {
  readonly #firstLines = seenKeys()
  readonly #ownKeys = seenKeys()

  /** The line of the earlier row; null for a row that is the first to say it. A time without seconds is any of its minute. */
  firstLine(row: AnyRow, told: Told): number | null {
    const meaning = meaningOf(row, told)
    if (meaning === null) return null
    const { clock } = row
    const [bare, exact] = [['minute', clock.slice(0, MINUTE)], clock.endsWith(':00') ? null : ['second', clock]]
    const within = ['within', clock.slice(0, MINUTE)]
    const first = this.#look([...meaning, ...bare]) || this.#look([...meaning, ...(exact ?? within)])
    for (const time of exact ? [exact, within] : [bare]) this.#note([...meaning, ...time], row.line)
    return first || null
  }

  /** Whether no earlier row has the vendor's id that this one has. */
  isFirstOfKey({ own_key }: AnyRow): boolean {
    return own_key === null || this.#ownKeys(keyHash([own_key])) === 1
  }

  #look(key: readonly unknown[]): number {
    return this.#firstLines(keyHash(key), (former) => former)
  }

  #note(key: readonly unknown[], line: number): void {
    this.#firstLines(keyHash(key), (former) => former || line)
  }
}
