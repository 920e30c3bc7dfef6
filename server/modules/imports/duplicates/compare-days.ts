import { IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { takeTurn } from '#server/modules/imports/here-repository.ts'
import { duplicatePairs } from './duplicate-pairs.ts'
import { findPlacesTaken, findSimilarRows, insertPairs, takeDays } from './similar-row-repository.ts'

/** So many days are compared in one transaction: no report waits for long. */
const DAYS_AT_ONCE = 7

/** Compares rows of the days on which any came, however many processes do so at once. Costs what came, not what is there. */
export async function compareDays(db: Db): Promise<void> {
  for (const kind of IMPORT_KINDS) while (await db.tx((sql) => compareSome(sql, kind)));
}

/** Answers whether there may be further days. */
async function compareSome(sql: Sql, kind: ImportKind): Promise<boolean> {
  await takeTurn(sql, kind)
  const days = await takeDays(sql, kind, DAYS_AT_ONCE)
  if (days.length === 0) return false
  const rows = await findSimilarRows(sql, kind, days)
  if (rows.length > 0) await insertPairs(sql, kind, duplicatePairs(rows, await findPlacesTaken(sql, kind, rows)))
  return days.length === DAYS_AT_ONCE
}
