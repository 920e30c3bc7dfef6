import type * as z from 'zod/mini'
import type { duplicateDecision } from '#contract/expenses/duplicate-expenses.ts'
import { invalidRequest, Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { takeTurn } from '#server/modules/imports/here-repository.ts'
import {
  findDuplicates,
  findTold,
  kindsOf,
  type LockedDuplicate,
  lockDuplicates,
  setState,
} from './duplicate-repository.ts'
import { putRowsBack, removeRows } from './removed-row-repository.ts'

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
 * Decides duplicates, all of them or none, and answers them as one JSON text. What is in the state already stays as it is, and
 * rows that went with their report need no decision. Throws 404 when all did, 400 when another person decided otherwise.
 */
export async function decideDuplicates(sql: Sql, decision: Decision, user: number, now: Date): Promise<string> {
  const { ids, to } = decision
  const kinds = await kindsOf(sql, ids)
  // No report comes in or goes meanwhile.
  for (const kind of kinds) await takeTurn(sql, kind)
  const duplicates = await lockDuplicates(sql, ids)
  if (duplicates.length === 0) throw new Problem(404, { detail: GONE })
  refuseDecidedElsewhere(duplicates, decision)
  const changed = duplicates.filter(({ state }) => state !== to)
  for (const kind of kinds) {
    const of = changed.filter((one) => one.kind === kind)
    const idsOf = (isOut: (one: LockedDuplicate) => boolean) => of.filter(isOut).map(({ id }) => id)
    if (to === 'removed')
      await removeRows(
        sql,
        kind,
        idsOf(() => true),
      )
    else
      await putRowsBack(
        sql,
        kind,
        idsOf(({ state }) => state === 'removed'),
      )
  }
  await setState(
    sql,
    changed.map(({ id }) => id),
    { to, user, now },
  )
  return findTold(sql, ids)
}
