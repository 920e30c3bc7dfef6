import { type ColumnMap, IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import { type Periodic, startPeriodic } from '#server/base/periodic.ts'
import type { Db } from '#server/db/db.ts'
import type { DbLog } from '#server/db/db-log.ts'
import { type Judged, judgeReport, type Report, takeReport } from '#server/modules/imports/import-service.ts'
import { recallLayout } from '#server/modules/imports/reading/remembered-layout.ts'
import { badRowWords, isTakable, questionWords, takenWords } from '#server/modules/imports/rows/refusals.ts'
import { ReportGone, type ReportInbox, type WaitingReport } from '#server/providers/reports/report-inbox.ts'

const LOOK_MS = 15_000
/** So many faults are told of a report; one that has more is of another kind altogether. */
const MAX_TOLD = 100_000

export interface WatchParts {
  readonly db: Db
  readonly inbox: ReportInbox
  /** Which header each column stands under, where that is not a usual name. */
  readonly columns: Readonly<Record<ImportKind, ColumnMap>>
  readonly clock: () => Date
  readonly log: DbLog
}

const sizeOf = ({ size, changedAt }: WaitingReport) => `${size} ${changedAt}`
const placeOf = ({ kind, name }: WaitingReport) => `${kind}/${name}`

/**
 * A look at the inbox, to be taken again and again: reports that have not grown since the last look are taken in, each whole
 * or not at all, and put away. What a crash leaves is found at the next look: bytes that were taken in are known by their
 * hash, however many processes look. One report that can't be read just now holds no other up.
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
        await takeOne(parts, report).catch((error: unknown) => {
          if (error instanceof ReportGone) return
          parts.log.error({ err: error, report: report.name }, 'a report could not be taken in; it is tried again')
        })
      }
    }
  }
}

async function takeOne(parts: WatchParts, waiting: WaitingReport): Promise<void> {
  const { db, inbox, columns, clock } = parts
  const set = columns[waiting.kind]
  // What the operator set goes before what is remembered of a layout.
  const report: Report = { ...waiting, columns: Object.keys(set).length > 0 ? set : undefined }
  const now = clock()
  const judged = await judgeReport(report, now, MAX_TOLD, (one, shape) => recallLayout(db, one, shape))
  if (!isTakable(judged.reading)) return inbox.putAway(waiting, 'failed', faultWords(report, judged))
  const by = { client_id: null, origin: 'folder', user: null, now } as const
  const taken = await db.tx((sql) => takeReport(sql, report, judged, by))
  await inbox.putAway(waiting, 'done', taken.is === 'known' ? `${takenWords(taken.batch)}\n` : null)
}

/** A person can answer, and leave lines out; the folder does neither. */
const ON_THE_PAGE = 'Take it in on the page Reports: there lines can be left out, and questions answered.'

function faultWords({ kind, name }: Report, { reading }: Judged): string {
  const { badCount, bad, questions } = reading
  const more = badCount > bad.length ? [`${badCount - bad.length} more.`] : []
  const isForPeople = questions.length > 0 || bad.some(({ is }) => is !== undefined && is !== 'wrong')
  const asked = [...questionWords(kind, questions), ...(isForPeople ? [ON_THE_PAGE] : [])]
  const lines = [`Nothing was taken in of ${name}.`, '', ...asked, ...bad.map(badRowWords), ...more, '']
  return lines.join('\n')
}

/** Watches the inbox for as long as the server runs. */
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
