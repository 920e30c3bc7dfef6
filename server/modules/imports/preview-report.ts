import {
  type AlikeRow,
  type ImportPreview,
  MOST_BAD_ROWS,
  OPENING_LINES,
  type SeveralOwners,
} from '#contract/import-preview.ts'
import { MOST_CHOICES } from '#contract/imports.ts'
import type { Sql } from '#server/db/db.ts'
import { type KnownOwners, knownOwners, type Owners } from '#server/records/owners/known-owners.ts'
import { AlreadyHere, type Judged } from './already-here.ts'
import { findTaken } from './batch-repository.ts'
import { both, NOTHING } from './brought.ts'
import { unknownOfFuel } from './fuel-rows.ts'
import { booksBefore, hasFormer } from './here-repository.ts'
import { type AnyRow, type Reading, type Report, readReport } from './read-report.ts'
import { recallLayout } from './remembered-layout.ts'
import { type ReportShape, scanReport } from './report-bytes.ts'
import { takesAlike } from './take-rows.ts'
import { unknownOfToll } from './toll-rows.ts'

/** So much is told of each line at a report's beginning: enough to know it by. */
const OPENING_CELLS = 8
const OPENING_CHARACTERS = 40
/** So many different names of unknown vehicles and drivers are told. */
const MOST_NAMES = 200

const unknownOf = (row: AnyRow, owners: Owners) =>
  'driver_name' in row ? unknownOfFuel(row, owners) : unknownOfToll(row, owners)

/** Counts what nobody here knows, by its name. */
class Unmatched {
  rows = 0
  readonly #names = new Map<string, number>()

  add(names: readonly string[]): void {
    if (names.length > 0) this.rows++
    for (const name of names) {
      if (this.#names.has(name) || this.#names.size < MOST_NAMES)
        this.#names.set(name, (this.#names.get(name) ?? 0) + 1)
    }
  }

  /** Those of the most rows first. */
  told(): ImportPreview['unmatched'] {
    const told = [...this.#names].map(([name, rows]) => ({ name, rows }))
    return told.sort((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1))
  }
}

/** What was found in a report, as it is told. */
function foundIn(read: Reading, shape: ReportShape) {
  return {
    asides: read.asides,
    left_out: read.leftOut,
    left: [...read.left],
    negative: read.negative,
    rounded: read.rounded,
    questions: [...read.questions],
    headers: [...read.headers],
    header_line: read.headerLine,
    opening: read.opening.slice(0, OPENING_LINES).map(({ line, fields }) => ({
      line,
      cells: fields.slice(0, OPENING_CELLS).map((cell) => cell.trim().slice(0, OPENING_CHARACTERS)),
    })),
    sheets: shape.sheets?.map(({ name }) => name) ?? [],
    sheet: read.sheet,
  }
}

/** Collects spellings that may mean several. */
class Several {
  readonly #title: KnownOwners['title']
  readonly #told = new Map<string, SeveralOwners>()

  constructor(title: KnownOwners['title']) {
    this.#title = title
  }

  add({ asked }: Owners): void {
    for (const { of, spelled, candidates, picked } of asked) {
      const key = `${of} ${spelled}`
      const told = this.#told.get(key)
      if (told) this.#told.set(key, { ...told, rows: told.rows + 1 })
      else if (this.#told.size < MOST_CHOICES) {
        const titled = candidates.map((id) => ({ id, title: this.#title(of, id) }))
        this.#told.set(key, { of, spelled, rows: 1, picked, candidates: titled })
      }
    }
  }

  told(): SeveralOwners[] {
    return [...this.#told.values()].toSorted((a, b) => b.rows - a.rows)
  }
}

/** Collects rows that look as if they were here already. */
class Alike {
  rows = 0
  left = 0
  readonly told: AlikeRow[] = []
  #cents = 0

  add({ row, here }: Judged, isTaken: boolean): void {
    this.rows++
    if (!isTaken) {
      this.left++
      this.#cents += Math.round(row.amount * 100)
    }
    if (here === null || this.told.length >= MOST_CHOICES) return
    const { date, amount, clock, place } = here
    const from = here.file_name ?? here.source
    this.told.push({
      line: row.line,
      row: told(row),
      here: { date, amount, clock, place, called: calledHere(here), from },
    })
  }

  /** As the preview tells them. */
  counts() {
    const { rows, left, told } = this
    return { alike: rows, alike_left: left, alike_amount: this.#cents / 100, alike_rows: [...told] }
  }
}

/** What the vehicle of a row of the books is called. */
export const calledHere = ({
  transponder_id,
  plate,
  unit_number,
  unit_id,
}: Pick<NonNullable<Judged['here']>, 'transponder_id' | 'plate' | 'unit_number' | 'unit_id'>) =>
  transponder_id || plate || unit_number || unit_id || ''

function told(row: AnyRow): AlikeRow['row'] {
  const { date, clock, amount } = row
  if ('driver_name' in row)
    return { date, clock, amount, place: row.site, called: row.unit_number || row.driver_name || row.driver_card }
  return {
    date,
    clock,
    amount,
    place: row.plaza || row.agency,
    called: row.transponder_id || row.plate || row.unit_number,
  }
}

/** What taking a report in would do, as things are chosen; nothing is written. */
export async function previewReport(sql: Sql, report: Report, now: Date): Promise<ImportPreview> {
  const { kind, decided: choices } = report
  const shape = await scanReport(report.bytes)
  const { isRemembered, ...as } = await recallLayout(sql, report, shape)
  const owners = await knownOwners(sql, kind, choices?.owners)
  const books = new AlreadyHere(kind, await booksBefore(sql, kind))
  const isTaken = takesAlike(choices)
  const [unmatched, several, alike] = [new Unmatched(), new Several(owners.title), new Alike()]
  let fresh = NOTHING
  const take = async (rows: readonly AnyRow[]) => {
    const owned = rows.map((row) => ({ row, owners: owners.of(row) }))
    for (const one of await books.judge(sql, owned)) {
      unmatched.add(unknownOf(one.row, one.owners))
      several.add(one.owners)
      if (one.is === 'alike') alike.add(one, isTaken(one.row.line))
      if (one.is === 'here' || (one.is === 'alike' && !isTaken(one.row.line))) continue
      const { date, amount } = one.row
      fresh = both(fresh, { rows: 1, first_day: date, last_day: date, amount })
    }
  }
  const parts = { shape, now, mostBad: MOST_BAD_ROWS, hasFormer: await hasFormer(sql, kind), take }
  const read = await readReport({ ...report, ...as, isRemembered }, parts)
  return {
    rows: read.rows,
    good: read.good,
    known: read.good - read.doubled - alike.left - fresh.rows,
    doubled: read.doubled,
    ...alike.counts(),
    several: several.told(),
    bad_count: read.badCount,
    bad: [...read.bad],
    first_day: fresh.first_day,
    last_day: fresh.last_day,
    amount: fresh.amount,
    unmatched_count: unmatched.rows,
    unmatched: unmatched.told(),
    ...foundIn(read, shape),
    choices: as.choices,
    is_remembered: isRemembered,
    // With those that were asked for as none.
    columns: { ...as.columns, ...read.columns },
    missing: [...read.missing],
    sample: read.sample.map((row) => [...row]),
    taken: await findTaken(sql, kind, shape.hash),
  }
}
