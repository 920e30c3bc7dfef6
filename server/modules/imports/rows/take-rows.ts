import type { ImportChoices, ImportKind } from '#contract/expenses/imports.ts'
import type { Sql } from '#server/db/db.ts'
import type { AnyRow } from '#server/modules/imports/reading/read-report.ts'
import { HeldOwners } from '#server/records/owners/held-owners.ts'
import { knownOwners } from '#server/records/owners/known-owners.ts'
import type { Brought } from '../batch-repository.ts'
import { booksBefore, noteTold } from '../here-repository.ts'
import { insertRows } from '../row-repository.ts'
import { AlreadyHere, type Judged } from './already-here.ts'
import { both, NOTHING } from './brought.ts'

/** Whether a row is left out: as it is in the books, or as was decided. */
export function leaver(choices: ImportChoices | undefined): (one: Judged) => boolean {
  const { takes_alike = false, takes_repeats = false } = choices ?? {}
  const [others, otherRepeats] = [new Set(choices?.other_lines), new Set(choices?.other_repeats)]
  return ({ is, row: { line } }) => {
    if (is === 'alike') return takes_alike === others.has(line)
    if (is === 'repeat') return takes_repeats === otherRepeats.has(line)
    return is === 'here'
  }
}

/** What became of the rows of a report. */
export interface TakenRows {
  readonly brought: Brought
  /** Rows left out because they look as if they were here; their dollars. */
  readonly alike: number
  readonly alike_amount: number
  /** Rows left out because they repeat an earlier one of the report. */
  readonly repeated: number
}

const cents = (dollars: number) => Math.round(dollars * 100)

/** Takes rows in, a part of the report at a time: those that are not here, and of those that look so the ones chosen. */
export async function rowTaker(
  sql: Sql,
  {
    id,
    kind,
    choices,
  }: { readonly id: number; readonly kind: ImportKind; readonly choices: ImportChoices | undefined },
): Promise<{ readonly take: (rows: readonly AnyRow[]) => Promise<void>; readonly taken: () => TakenRows }> {
  const owners = await knownOwners(sql, kind, choices?.owners)
  const books = new AlreadyHere(kind, await booksBefore(sql, kind))
  const isLeft = leaver(choices)
  const held = new HeldOwners()
  let [number, brought, alike, alikeCents, repeated] = [0, NOTHING, 0, 0, 0]
  const take = async (rows: readonly AnyRow[]) => {
    const judged = await books.judge(
      sql,
      rows.map((row) => ({ row, owners: owners.of(row) })),
    )
    const left = judged.filter(isLeft)
    const fresh = left.length === 0 ? judged : judged.filter((one) => !isLeft(one))
    for (const { is, row } of left) {
      if (is === 'repeat') repeated += 1
      if (is !== 'alike') continue
      alike += 1
      alikeCents += cents(row.amount)
    }
    await noteTold(sql, kind, told(left))
    if (fresh.length === 0) return
    const ownersOf = await held.hold(
      sql,
      fresh.map(({ owners }) => owners),
    )
    const stored = fresh.map(({ row, owners }) => ({ row, owners: ownersOf(owners), number: ++number }))
    brought = both(brought, await insertRows(sql, { id, kind }, stored))
  }
  return { take, taken: () => ({ brought, alike, alike_amount: alikeCents / 100, repeated }) }
}

/** What rows that are surely here tell of rows that came before it was kept. */
function told(left: readonly Judged[]) {
  return left.flatMap((one) =>
    one.is === 'here' && one.here.clock === null
      ? [{ id: one.here.id, clock: one.row.clock, invoice: 'invoice' in one.row ? one.row.invoice : '' }]
      : [],
  )
}
