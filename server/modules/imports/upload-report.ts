import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import { MAX_BAD_ROWS } from '#contract/expenses/import-preview.ts'
import type { NewImport } from '#contract/expenses/imports.ts'
import { QueueIsFull } from '#server/base/gate.ts'
import { busy, invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { findCompleteUpload, lockCompleteUpload, markUploadUsed } from '#server/modules/files/upload-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { RecordText } from '#server/records/record-text.ts'
import {
  type CheckedReport,
  checkReport,
  findBatchOf,
  importReport,
  type RecallLayout,
  type Report,
  type ReportBytes,
} from './import-service.ts'
import { previewReport } from './preview-report.ts'
import { recallLayout, rememberLayout } from './reading/remembered-layout.ts'
import { isImportable, refuseAlreadyImported, refuseReading } from './rows/refusals.ts'

/** The user who uploads a report, and the store that has its bytes. */
export interface Sender {
  readonly files: FileStore
  readonly user: { readonly id: number }
  readonly now: Date
}

const missingUpload = () => invalid({ file: ['The file was not completely uploaded. Choose it again.'] })
const uploadOf = ({ user }: Sender, { file }: Pick<NewImport, 'file'>) => ({
  user: user.id,
  id: file.upload.toLowerCase(),
})
const reportOf = (
  { kind, name, columns, choices, decided }: Omit<NewImport, 'client_id'>,
  bytes: ReportBytes,
): Report => ({
  kind,
  name,
  bytes,
  columns,
  choices,
  decided,
})

/** Turns a full queue of workbooks into a “busy” response, so that the client tries again later. */
async function orBusy<Read>(read: Promise<Read>): Promise<Read> {
  try {
    return await read
  } catch (cause) {
    if (cause instanceof QueueIsFull) throw busy('Many workbooks are being read just now.')
    throw cause
  }
}

/**
 * Previews the import of an upload, without changes to the upload. Throws 400 if the upload is missing or incomplete.
 */
export async function previewUpload(sql: Sql, by: Sender, body: Omit<NewImport, 'client_id'>): Promise<ImportPreview> {
  const upload = await findCompleteUpload(sql, by.files, uploadOf(by, body))
  if (!upload) throw missingUpload()
  return orBusy(previewReport(sql, reportOf(body, upload.stream), by.now))
}

/**
 * Checks an upload before the import transaction, so that reading it blocks no one. Returns null if the device sent it
 * before and its batch exists. Throws 400 with the faults of the report.
 */
export async function checkUpload(sql: Sql, by: Sender, body: NewImport): Promise<CheckedReport | null> {
  if (body.client_id !== undefined && (await findBatchOf(sql, body.client_id.toLowerCase()))) return null
  const upload = await findCompleteUpload(sql, by.files, uploadOf(by, body))
  if (!upload) throw missingUpload()
  const recall: RecallLayout = (report, shape) => recallLayout(sql, report, shape)
  const checked = await orBusy(checkReport(reportOf(body, upload.stream), by.now, MAX_BAD_ROWS, recall))
  if (!isImportable(checked.reading)) throw refuseReading(body.kind, checked.reading)
  return checked
}

/**
 * Imports a checked upload. A known `client_id` returns its batch with `isNew` false. Throws 400 with faults by field.
 */
export async function importUpload(
  sql: Sql,
  by: Sender,
  body: NewImport,
  checked: CheckedReport | null,
): Promise<RecordText & { readonly isNew: boolean }> {
  const client_id = body.client_id?.toLowerCase() ?? null
  const known = client_id === null ? null : await findBatchOf(sql, client_id)
  if (known) return { ...known, isNew: false }
  const name = uploadOf(by, body)
  const upload = await lockCompleteUpload(sql, by.files, name)
  if (!upload || upload.isUsed || !checked) throw missingUpload()
  const origin = { client_id, origin: 'upload', user: by.user.id, now: by.now } as const
  const result = await importReport(sql, reportOf(body, upload.stream), checked, origin)
  if (result.is === 'known') throw refuseAlreadyImported(result.batch)
  await markUploadUsed(sql, name, by.now)
  const { headers } = checked.reading
  if (result.is === 'new')
    await rememberLayout(sql, { ...reportOf(body, upload.stream), headers }, { user: by.user.id, now: by.now })
  return { ...result.batch, isNew: result.is === 'new' }
}
