import type { HistoryArea } from '#contract/wire/access.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { findHistory, findRecordId } from './history-repository.ts'

/** One page of a record's changes, newest first. Throws 404 when the record does not exist. */
export async function listHistory(sql: Sql, area: HistoryArea, ref: RecordRef, page: PageRequest): Promise<PageText> {
  const id = await findRecordId(sql, area, ref)
  if (id === null) throw notFound()
  return findHistory(sql, area, id, page)
}
