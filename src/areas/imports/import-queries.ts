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

/** Their kind by name, their whole row by type. */
const batchRows = kind<ImportBatch>(importBatchKind.name, importBatchKind.keyOf)

/** Reports that were taken in, newest first. */
export const importList = listQuery({
  key: ['imports', 'list'],
  endpoint: importEndpoints.list,
  kind: batchRows,
  compare: compareBatches,
  newFirst: true,
})

/** What an administrator's device keeps of them without being asked. */
export const importsToKeep = prefetchList(() => [wholeList(importList, { limit: 250 })])

/** A large report is read to its end before anything is said of it. */
const PREVIEW_TIMEOUT_MS = 120_000

/** A report that was chosen, under the name that its upload has. */
export interface ChosenReport {
  readonly kind: ImportKind
  readonly file: File
  readonly upload: string
  readonly columns: ColumnMap | undefined
  /** How it is read, where the person said so; without these and columns, as the last report of its layout was. */
  readonly choices: ReportChoices | undefined
  /** What was decided about rows and spellings. */
  readonly decided: ImportChoices | undefined
}

/**
 * Sends a report's bytes, where the server does not have them yet, and asks what taking it in would do. Nothing comes in by
 * it. Throws an `ApiError`, and the signal's reason.
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
