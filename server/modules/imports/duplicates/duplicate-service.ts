import type * as z from 'zod/mini'
import type { duplicateDecision } from '#contract/expenses/duplicate-expenses.ts'
import { invalidRequest, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { lockImports } from '#server/modules/imports/booked-row-repository.ts'
import {
  findDuplicateKinds,
  findDuplicates,
  findDuplicatesJson,
  type LockedDuplicate,
  lockDuplicates,
  setDuplicateState,
} from './duplicate-repository.ts'
import { removeRows, restoreRows } from './removed-row-repository.ts'

export const listDuplicates = findDuplicates

type Decision = z.output<typeof duplicateDecision>

const GONE = 'The report that brought this row was taken back. There is nothing left to decide.'

function refuseDecidedElsewhere(duplicates: readonly LockedDuplicate[], { from, to }: Decision): void {
  const other = duplicates.find(({ state }) => state !== from && state !== to)
  if (!other) return
  const by = other.decider === '' ? 'Another person' : other.decider
  throw invalidRequest(`${by} has decided about this row meanwhile. Look at the decided ones.`)
}

/**
 * Stores a decision about duplicates, for all of them or for none, and returns them as one JSON text. A duplicate that
 * has the requested state already does not change. Duplicates that were deleted with their report need no decision.
 * Throws 404 if all were deleted, 400 if another user decided otherwise.
 */
export async function decideDuplicates(sql: Sql, decision: Decision, user: number, now: Date): Promise<string> {
  const { ids, to } = decision
  const kinds = await findDuplicateKinds(sql, ids)
  // Blocks imports and undos until the transaction ends.
  for (const kind of kinds) await lockImports(sql, kind)
  const duplicates = await lockDuplicates(sql, ids)
  if (duplicates.length === 0) throw new Problem(404, { detail: GONE })
  refuseDecidedElsewhere(duplicates, decision)
  const changed = duplicates.filter(({ state }) => state !== to)
  for (const kind of kinds) {
    const changedOfKind = changed.filter((one) => one.kind === kind)
    const idsOf = (isIncluded: (one: LockedDuplicate) => boolean) =>
      changedOfKind.filter(isIncluded).map(({ id }) => id)
    if (to === 'removed')
      await removeRows(
        sql,
        kind,
        idsOf(() => true),
      )
    else
      await restoreRows(
        sql,
        kind,
        idsOf(({ state }) => state === 'removed'),
      )
  }
  await setDuplicateState(
    sql,
    changed.map(({ id }) => id),
    { to, user, now },
  )
  return findDuplicatesJson(sql, ids)
}
