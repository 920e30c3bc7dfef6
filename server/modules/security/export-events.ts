import { Readable } from 'node:stream'
import type { SecurityEvent } from '#contract/session/security.ts'
import { securityCsvHead, securityCsvRows } from '#contract/session/security-csv.ts'
import type { Sql } from '#server/db/db.ts'
import type { PageText } from '#server/records/sql/page-sql.ts'
import { findSecurityEvents, type SecurityFilter } from './security-list-repository.ts'

/** How many events are in memory at a time. */
const PAGE = 1000

/**
 * The security log as CSV, newest first. It is read page by page while it is sent, so that only one page is in memory,
 * however long the log is. Events added after the call are not included. Also returns the number of rows.
 */
export async function exportSecurityEvents(
  sql: Sql,
  filter: SecurityFilter,
): Promise<{ readonly rows: number; readonly body: Readable }> {
  const first = await findSecurityEvents(sql, filter, { limit: PAGE, offset: 0 })
  return { rows: first.count, body: Readable.from(pieces(sql, filter, first), { objectMode: false }) }
}

async function* pieces(sql: Sql, filter: SecurityFilter, first: PageText): AsyncGenerator<string> {
  yield securityCsvHead()
  for (let page = first; ; ) {
    const events: readonly SecurityEvent[] = JSON.parse(page.rows)
    if (events.length > 0) yield securityCsvRows(events)
    if (page.next === null) return
    page = await findSecurityEvents(sql, filter, { limit: PAGE, offset: 0, cursor: page.next })
  }
}
