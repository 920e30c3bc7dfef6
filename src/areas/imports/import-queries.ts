import { type ImportPreview, importPreviewEndpoints } from '#contract/expenses/import-preview.ts'
import {
  type ColumnMap,
  compareBatches,
  type ImportBatch,
  type ImportChoices,
  type ImportKind,
  importBatchKind,
  importEndpoints,
} from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import { kind } from '#contract/wire/record.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { prefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { wholeList } from '#src/offline/query-storage/whole-list.ts'
import { listQuery } from '#src/offline/reading/list-query.ts'

/** The record kind of import batches, with the full row type. */
const batchRows = kind<ImportBatch>(importBatchKind.name, importBatchKind.keyOf)

/** The imported reports, the newest first. */
export const importList = listQuery({
  key: ['imports', 'list'],
  endpoint: importEndpoints.list,
  areas: ['imports', 'users'],
  kind: batchRows,
  compare: compareBatches,
  newFirst: true,
})

/** Prefetched for administrators. */
export const importsToPrefetch = prefetchList(() => [wholeList(importList, { limit: 250 })])

/** The timeout of a dry run, in milliseconds: the server reads the complete report before it responds. */
const PREVIEW_TIMEOUT_MS = 120_000

/** A chosen report with the id of its upload. */
export interface ChosenReport {
  readonly kind: ImportKind
  readonly file: File
  readonly upload: string
  readonly columns: ColumnMap | undefined
  /**
   * The user's reading choices. Without these and `columns` the server uses those of the last report with the same
   * layout.
   */
  readonly choices: ReportChoices | undefined
  /** The decisions about rows and spellings. */
  readonly decided: ImportChoices | undefined
}

/**
 * Uploads a report, if the server does not have it yet, and requests a dry run of its import. Nothing is imported.
 * Throws an `ApiError`, and the signal's reason when it is aborted.
 */
export async function previewImport(report: ChosenReport, signal: AbortSignal): Promise<ImportPreview> {
  const { kind, file, upload, columns, choices, decided } = report
  await sendReport(file, upload, signal)
  return call(importPreviewEndpoints.preview, {
    body: {
      ...{ kind, name: file.name, file: { upload } },
      ...(columns && { columns }),
      ...(choices && { choices }),
      ...(decided && { decided }),
    },
    timeoutMs: PREVIEW_TIMEOUT_MS,
    signal,
  }).then(({ data }) => data)
}

async function sendReport(file: File, upload: string, signal: AbortSignal): Promise<void> {
  const [{ sendParts }, { attempt }] = await Promise.all([
    import('#src/offline/outbox/send/upload.ts'),
    import('#src/offline/outbox/send/transport.ts'),
  ])
  const facts = await sendParts(
    (endpoint, options) => attempt(call, endpoint, { ...options, signal }),
    { id: upload, name: file.name, size: file.size },
    file,
    { signal, isNew: false, progress: () => undefined },
  )
  signal.throwIfAborted()
  if (facts.kind === 'answer' && facts.status < 300) return
  if (facts.kind === 'answer') throw new ApiError('status', { status: facts.status, problem: facts.reply })
  throw new ApiError('network')
}
