import type { HistoryArea } from '#contract/wire/access.ts'
import type { RecordRef } from '#contract/wire/record.ts'
import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { PageRequest, PageText } from '#server/records/sql/page-sql.ts'
import { findHistory, findRecordId } from './history-repository.ts'

/** What was changed of a record, newest first; throws 404 when there is no such record. */
export async function listHistory(sql: Sql, area: HistoryArea, ref: RecordRef, page: PageRequest): Promise<PageText> {
  const id = await findRecordId(sql, area, ref)
  if (id === null) throw notFound()
  return findHistory(sql, area, id, page)
}
