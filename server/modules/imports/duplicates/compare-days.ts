import { IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { lockImports } from '#server/modules/imports/booked-row-repository.ts'
import { duplicatePairs } from './duplicate-pairs.ts'
import { findKnownCopies, findSimilarRows, insertPairs, takeUncomparedDays } from './similar-row-repository.ts'

/** Days compared in one transaction: few, so that no import waits long. */
const DAYS_AT_ONCE = 7

/**
 * Finds duplicates on the days whose rows changed. Several processes can run it at the same time. The cost depends on
 * the changed days, not on the size of the books.
 */
export async function compareDays(db: Db): Promise<void> {
  for (const kind of IMPORT_KINDS) while (await db.tx((sql) => compareNextDays(sql, kind)));
}

/** Returns whether more days might be waiting. */
async function compareNextDays(sql: Sql, kind: ImportKind): Promise<boolean> {
  await lockImports(sql, kind)
  const days = await takeUncomparedDays(sql, kind, DAYS_AT_ONCE)
  if (days.length === 0) return false
  const rows = await findSimilarRows(sql, kind, days)
  if (rows.length > 0) await insertPairs(sql, kind, duplicatePairs(rows, await findKnownCopies(sql, kind, rows)))
  return days.length === DAYS_AT_ONCE
}
