import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import { MAX_BAD_ROWS } from '#contract/expenses/import-preview.ts'
import type { NewImport } from '#contract/expenses/imports.ts'
import { LineIsFull } from '#server/base/gate.ts'
import { busy, invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { findWholeUpload, noteUploadUsed, takeUpload } from '#server/modules/files/upload-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { RecordText } from '#server/records/record-text.ts'
import {
  findBatchOf,
  type Judged,
  judgeReport,
  type Recall,
  type Report,
  type ReportBytes,
  takeReport,
} from './import-service.ts'
import { previewReport } from './preview-report.ts'
import { recallLayout, rememberLayout } from './reading/remembered-layout.ts'
import { isTakable, refuseReading, refuseTaken } from './rows/refusals.ts'

/** Who sends a report, and where its bytes lie. */
export interface Sender {
  readonly files: FileStore
  readonly user: { readonly id: number }
  readonly now: Date
}

const notThere = () => invalid({ file: ['The file was not uploaded whole. Choose it again.'] })
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

/** Who would wait too long for workbooks of others comes again. */
async function inLine<Read>(read: Promise<Read>): Promise<Read> {
  try {
    return await read
  } catch (cause) {
    if (cause instanceof LineIsFull) throw busy('Many workbooks are being read just now.')
    throw cause
  }
}

/** What an upload would bring; the upload stays as it is. Throws 400 when it is not there. */
export async function previewUpload(sql: Sql, by: Sender, body: Omit<NewImport, 'client_id'>): Promise<ImportPreview> {
  const upload = await findWholeUpload(sql, by.files, uploadOf(by, body))
  if (!upload) throw notThere()
  return inLine(previewReport(sql, reportOf(body, upload.stream), by.now))
}

/**
 * Judges an upload before the transaction that takes it in: reading it holds nobody up. Null when the device has sent it
 * before, and its batch is here. Throws the 400 that tells what is wrong with it.
 */
export async function judgeUpload(sql: Sql, by: Sender, body: NewImport): Promise<Judged | null> {
  if (body.client_id !== undefined && (await findBatchOf(sql, body.client_id.toLowerCase()))) return null
  const upload = await findWholeUpload(sql, by.files, uploadOf(by, body))
  if (!upload) throw notThere()
  const recall: Recall = (report, shape) => recallLayout(sql, report, shape)
  const judged = await inLine(judgeReport(reportOf(body, upload.stream), by.now, MAX_BAD_ROWS, recall))
  if (!isTakable(judged.reading)) throw refuseReading(body.kind, judged.reading)
  return judged
}

/** Takes a judged upload in. A `client_id` that is known answers its batch (`isNew` false). Throws 400 by field. */
export async function takeUploadIn(
  sql: Sql,
  by: Sender,
  body: NewImport,
  judged: Judged | null,
): Promise<RecordText & { readonly isNew: boolean }> {
  const client_id = body.client_id?.toLowerCase() ?? null
  const known = client_id === null ? null : await findBatchOf(sql, client_id)
  if (known) return { ...known, isNew: false }
  const name = uploadOf(by, body)
  const upload = await takeUpload(sql, by.files, name)
  if (!upload || upload.isUsed || !judged) throw notThere()
  const bringer = { client_id, origin: 'upload', user: by.user.id, now: by.now } as const
  const taken = await takeReport(sql, reportOf(body, upload.stream), judged, bringer)
  if (taken.is === 'known') throw refuseTaken(taken.batch)
  await noteUploadUsed(sql, name, by.now)
  const { headers } = judged.reading
  if (taken.is === 'new')
    await rememberLayout(sql, { ...reportOf(body, upload.stream), headers }, { user: by.user.id, now: by.now })
  return { ...taken.batch, isNew: taken.is === 'new' }
}
