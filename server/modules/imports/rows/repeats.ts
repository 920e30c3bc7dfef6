import { codeKey } from '#contract/text/code-keys.ts'
import { glued } from '#contract/text/folded.ts'
import type { AnyRow } from '#server/modules/imports/reading/read-report.ts'
import { memoizeSpellings } from '#server/records/owners/code-index.ts'
import type { ExpenseDescription } from './expense-sameness.ts'
import { ownerKeys } from './owner-keys.ts'
import { keyHash } from './report-row.ts'
import { seenKeys } from './seen-keys.ts'

const placeOf = memoizeSpellings(glued)

/**
 * The normalized content of a row without its time: day, amount, quantity, place and owner. A vendor id replaces the
 * place. Null if the row lacks the time, the place or the owner, which distinguish two expenses of a day.
 */
function meaningOf({ date, amount, ...row }: AnyRow, description: ExpenseDescription): readonly unknown[] | null {
  const [owner, place] = [ownerKeys(description)[0], description.own_id ?? placeOf(description.place)]
  if (!description.clock || place === '' || owner === 'none') return null
  const gallons = 'gallons' in row ? row.gallons : null
  return [date, amount, gallons, place, owner, codeKey(description.invoice), description.product]
}

const MINUTE = 'HH:mm'.length

/** Finds rows of a report that repeat an earlier row. Needs about forty bytes of memory for each row. */
export class Repeats {
  readonly #firstLines = seenKeys()
  readonly #ownKeys = seenKeys()

  /**
   * The line of the earlier equal row; null if there is none. A time without seconds equals every time of its minute.
   */
  firstLine(row: AnyRow, description: ExpenseDescription): number | null {
    const meaning = meaningOf(row, description)
    if (meaning === null) return null
    const { clock } = row
    const [bare, exact] = [['minute', clock.slice(0, MINUTE)], clock.endsWith(':00') ? null : ['second', clock]]
    const within = ['within', clock.slice(0, MINUTE)]
    const first = this.#look([...meaning, ...bare]) || this.#look([...meaning, ...(exact ?? within)])
    for (const time of exact ? [exact, within] : [bare]) this.#note([...meaning, ...time], row.line)
    return first || null
  }

  /** Whether no earlier row has the same vendor id. */
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
