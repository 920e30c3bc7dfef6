import { type ColumnMap, IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { type CheckedReport, checkReport, importReport, type Report } from '#server/modules/imports/import-service.ts'
import { recallLayout } from '#server/modules/imports/reading/remembered-layout.ts'
import {
  alreadyImportedWords,
  badRowWords,
  isImportable,
  questionWords,
} from '#server/modules/imports/rows/refusals.ts'
import { ReportGone, type ReportInbox, type WaitingReport } from '#server/providers/reports/report-inbox.ts'

const LOOK_MS = 15_000
/** Maximum number of faults listed for a report. A report with more is a different kind of file. */
const MAX_LISTED_FAULTS = 100_000

export interface WatchParts {
  readonly db: Db
  readonly inbox: ReportInbox
  /** The header of each column, when it is not one of the usual names. */
  readonly columns: Readonly<Record<ImportKind, ColumnMap>>
  readonly clock: () => Date
  readonly log: DbLog
}

const sizeOf = ({ size, changedAt }: WaitingReport) => `${size} ${changedAt}`
const placeOf = ({ kind, name }: WaitingReport) => `${kind}/${name}`

/**
 * Returns a function that checks the inbox once; call it periodically. Reports that have not grown since the last check
 * are imported, each completely or not at all, and moved away. After a crash the next check continues: imported reports
 * are recognized by their hash, in any number of processes. A report that cannot be read does not delay the others.
 */
export function reportWatch(parts: WatchParts): () => Promise<void> {
  let seen = new Map<string, string>()
  return async () => {
    const before = seen
    seen = new Map()
    for (const kind of IMPORT_KINDS) {
      for (const report of await parts.inbox.waiting(kind)) {
        seen.set(placeOf(report), sizeOf(report))
        if (before.get(placeOf(report)) !== sizeOf(report)) continue
        await handleReport(parts, report).catch((error: unknown) => {
          if (error instanceof ReportGone) return
          parts.log.error({ err: error, report: report.name }, 'a report could not be taken in; it is tried again')
        })
      }
    }
  }
}

async function handleReport(parts: WatchParts, waiting: WaitingReport): Promise<void> {
  const { db, inbox, columns, clock } = parts
  const configuredColumns = columns[waiting.kind]
  // The operator's column settings take precedence over a remembered layout.
  const report: Report = {
    ...waiting,
    columns: Object.keys(configuredColumns).length > 0 ? configuredColumns : undefined,
  }
  const now = clock()
  const checked = await checkReport(report, now, MAX_LISTED_FAULTS, (one, shape) => recallLayout(db, one, shape))
  if (!isImportable(checked.reading)) return inbox.putAway(waiting, 'failed', faultWords(report, checked))
  const by = { client_id: null, origin: 'folder', user: null, now } as const
  const result = await db.tx((sql) => importReport(sql, report, checked, by))
  await inbox.putAway(waiting, 'done', result.is === 'known' ? `${alreadyImportedWords(result.batch)}\n` : null)
}

/** A user can answer questions and leave lines out; the folder cannot. */
const ON_THE_PAGE = 'Take it in on the page Reports: there lines can be left out, and questions answered.'

function faultWords({ kind, name }: Report, { reading }: CheckedReport): string {
  const { badCount, bad, questions } = reading
  const more = badCount > bad.length ? [`${badCount - bad.length} more.`] : []
  const isForPeople = questions.length > 0 || bad.some(({ is }) => is !== undefined && is !== 'wrong')
  const questionLines = [...questionWords(kind, questions), ...(isForPeople ? [ON_THE_PAGE] : [])]
  const lines = [`Nothing was imported of ${name}.`, '', ...questionLines, ...bad.map(badRowWords), ...more, '']
  return lines.join('\n')
}

/** Watches the inbox while the server runs. */
export function startReportWatch(parts: WatchParts): Periodic {
  const look = reportWatch(parts)
  let isPrepared = false
  return startPeriodic(
    LOOK_MS,
    async () => {
      if (!isPrepared) await parts.inbox.prepare()
      isPrepared = true
      await look()
    },
    (error) => parts.log.error({ err: error }, 'the folder of reports could not be read'),
  )
}
