import type { ImportChoices, ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { AnyRow } from '#server/modules/imports/reading/read-report.ts'
import { LockedOwners } from '#server/records/owners/locked-owners.ts'
import { loadOwnerLookup } from '#server/records/owners/owner-lookup.ts'
import type { BatchTotals } from '../batch-repository.ts'
import { addMissingDetails, readBooksSnapshot } from '../booked-row-repository.ts'
import { insertRows } from '../row-repository.ts'
import { addTotals, NO_ROWS } from './batch-totals.ts'
import { BookMatcher, type ClassifiedRow } from './book-matcher.ts'

/** Creates the test for rows to skip: those in the books already, and those that the user decided to skip. */
export function createSkipTest(choices: ImportChoices | undefined): (one: ClassifiedRow) => boolean {
  const { takes_alike = false, takes_repeats = false } = choices ?? {}
  const [others, otherRepeats] = [new Set(choices?.other_lines), new Set(choices?.other_repeats)]
  return ({ is, row: { line } }) => {
    if (is === 'alike') return takes_alike === others.has(line)
    if (is === 'repeat') return takes_repeats === otherRepeats.has(line)
    return is === 'here'
  }
}

/** The result of importing the rows of a report. */
export interface ImportedRows {
  readonly totals: BatchTotals
  /** Rows skipped because they are probably in the books already; `alike_amount` is in dollars. */
  readonly alike: number
  readonly alike_amount: number
  /** Rows skipped because they repeat an earlier row of the report. */
  readonly repeated: number
}

const cents = (dollars: number) => Math.round(dollars * 100)

/**
 * Creates the importer of a batch. `take` stores one part of the report at a time: all new rows, and the doubtful rows
 * that the user chose. `imported` returns the result so far.
 */
export async function createRowImporter(
  sql: Sql,
  {
    id,
    kind,
    choices,
  }: { readonly id: number; readonly kind: ImportKind; readonly choices: ImportChoices | undefined },
): Promise<{ readonly take: (rows: readonly AnyRow[]) => Promise<void>; readonly imported: () => ImportedRows }> {
  const owners = await loadOwnerLookup(sql, kind, choices?.owners)
  const books = new BookMatcher(kind, await readBooksSnapshot(sql, kind))
  const isSkipped = createSkipTest(choices)
  const lockedOwners = new LockedOwners()
  let [number, totals, alike, alikeCents, repeated] = [0, NO_ROWS, 0, 0, 0]
  const take = async (rows: readonly AnyRow[]) => {
    const classified = await books.classify(
      sql,
      rows.map((row) => ({ row, owners: owners.ownersOf(row) })),
    )
    const skipped = classified.filter(isSkipped)
    const fresh = skipped.length === 0 ? classified : classified.filter((one) => !isSkipped(one))
    for (const { is, row } of skipped) {
      if (is === 'repeat') repeated += 1
      if (is !== 'alike') continue
      alike += 1
      alikeCents += cents(row.amount)
    }
    await addMissingDetails(sql, kind, missingDetails(skipped))
    if (fresh.length === 0) return
    const ownersOf = await lockedOwners.lock(
      sql,
      fresh.map(({ owners }) => owners),
    )
    const stored = fresh.map(({ row, owners }) => ({ row, owners: ownersOf(owners), number: ++number }))
    totals = addTotals(totals, await insertRows(sql, { id, kind }, stored))
  }
  return { take, imported: () => ({ totals, alike, alike_amount: alikeCents / 100, repeated }) }
}

/**
 * Time and invoice for booked rows that were stored before these columns existed, from report rows that surely match.
 */
function missingDetails(rows: readonly ClassifiedRow[]) {
  return rows.flatMap((one) =>
    one.is === 'here' && one.here.clock === null
      ? [{ id: one.here.id, clock: one.row.clock, invoice: 'invoice' in one.row ? one.row.invoice : '' }]
      : [],
  )
}
