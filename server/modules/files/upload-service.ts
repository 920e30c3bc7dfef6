import { randomUUID } from 'node:crypto'
import { MAX_UPLOAD_BYTES } from '#contract/files/files.ts'
import { photoRefusal } from '#contract/files/pictures.ts'
import { QueueIsFull } from '#server/base/gate.ts'
import { invalid, invalidRequest, notFound, Problem } from '#server/base/problem.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { beginWithinLimits } from './begin-upload.ts'
import { NoPhoto } from './develop-photo.ts'
import { removeFile } from './file-names.ts'
import { storePhoto } from './photo-files.ts'
import {
  clearParts,
  deleteUnusedUpload,
  deleteUpload,
  type Expiry,
  extendUpload,
  findObsoleteUploads,
  findUpload,
  lockObsoleteUpload,
  lockUpload,
  markUsed,
  type Upload,
  type UploadName,
} from './upload-repository.ts'

/** Used uploads are remembered as long as the stored responses of changes. */
const USED_DAYS = 90
/**
 * Retention of uploads that no change has used or continued, such as after an abandoned dry run or a refused change. A
 * device stores a file until its change is done, and asks before each attempt how much the server has.
 */
const UNUSED_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000
/** A device sends 0.25 MB per part. Thousands of tiny parts would each cost a file, and a check of all other parts. */
const MAX_PARTS = 500

export interface Progress {
  readonly offset: number
  readonly length: number
}

const folderOf = ({ user, id }: UploadName) => `uploads/${user}-${id}`

/**
 * Progress of a user's upload; null when the upload does not exist. An upload whose bytes are missing from the file
 * store is deleted: the device still has them and starts again.
 */
async function findProgress(sql: Sql, files: FileStore, name: UploadName): Promise<Progress | null> {
  const found = await findUpload(sql, name)
  if (!found) return null
  if (!found.is_used && (await countBytes(files, found)) !== found.received) {
    if (await deleteUnusedUpload(sql, name, found)) await removeFile(files, found.file_id)
    return null
  }
  return { offset: found.received, length: found.length }
}

/** Progress of a user's upload. Throws 404 when the upload does not exist. */
export async function getProgress(sql: Sql, files: FileStore, name: UploadName): Promise<Progress> {
  const progress = await findProgress(sql, files, name)
  if (!progress) throw notFound()
  return progress
}

async function countBytes(files: FileStore, { parts }: Upload): Promise<number> {
  const sizes = await Promise.all(parts.map((part) => files.sizeOf(part)))
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

export interface Part extends Progress {
  readonly bytes: Uint8Array
  readonly now: Date
}

/**
 * Accepts the next bytes of an upload. Safe to repeat: bytes at another offset than the upload's current one are
 * refused with a 409 that contains the current offset. Bytes are stored before they are counted, so counted bytes exist
 * after any crash. Throws 400, 409, 413, and 429 when the user has too many unused uploads.
 */
export async function receivePart(sql: Sql, files: FileStore, name: UploadName, part: Part): Promise<Progress> {
  const { offset, length, bytes, now } = part
  if (length > MAX_UPLOAD_BYTES) throw new Problem(413, { detail: 'A file may have 10 MB at most.' })
  if (bytes.length === 0) throw invalidRequest('Some bytes are required.')
  const found = await findUpload(sql, name)
  if (found && found.length !== length) throw invalid({ 'upload-length': [`This upload has ${found.length} bytes.`] })
  if ((found?.received ?? 0) !== offset) throw wrongOffset({ offset: found?.received ?? 0, length })
  if (offset + bytes.length > length) throw invalid({ 'upload-length': ['There are more bytes than that.'] })
  if (found && found.parts.length >= MAX_PARTS) throw invalidRequest(`An upload has ${MAX_PARTS} parts at most.`)
  const stored = { offset, length, bytes: bytes.length, name: `${folderOf(name)}/${offset}-${randomUUID()}`, now }
  const store = () => files.store(stored.name, bytes)
  const isNext = found
    ? await store().then(() => extendUpload(sql, name, stored))
    : await beginWithinLimits(sql, name, stored, store)
  if (isNext) {
    if (offset + bytes.length === length) await developIfPhoto(sql, files, name)
    return { offset: offset + bytes.length, length }
  }
  // The same part arrived twice at the same time, and the other request was first.
  await files.remove(stored.name)
  throw wrongOffset(await getProgress(sql, files, name))
}

const wrongOffset = (current: Progress) =>
  new Problem(409, { detail: `This upload stands at byte ${current.offset}.`, ...current })

/**
 * Accepts a file that is sent in the change's own request: an upload that is complete in one step. Safe to repeat.
 * Throws 429 when the user has too many unused uploads.
 */
export async function receiveWholeFile(
  sql: Sql,
  files: FileStore,
  name: UploadName,
  { bytes, now }: { readonly bytes: Uint8Array; readonly now: Date },
): Promise<void> {
  try {
    await receivePart(sql, files, name, { offset: 0, length: bytes.length, bytes, now })
  } catch (error) {
    const isWrongOffset = error instanceof Problem && error.status === 409
    const progress = isWrongOffset ? await findProgress(sql, files, name) : null
    if (progress?.offset !== bytes.length) throw error
  }
}

/**
 * Develops an upload that might be a photo before a change needs it; inside the change's transaction other changes
 * would wait. Other bytes stay as they are: they may be another type of file, and otherwise the change that names them
 * reports the reason.
 */
async function developIfPhoto(sql: Sql, files: FileStore, name: UploadName): Promise<void> {
  const upload = await findUpload(sql, name)
  if (!upload || upload.is_used) return
  if (!(await mightBePhoto(files, upload))) return
  const bytes = await readParts(files, name, upload)
  try {
    await storePhoto(files, upload.file_id, bytes)
  } catch (error) {
    if (!(error instanceof NoPhoto || error instanceof QueueIsFull)) throw error
  }
}

/** Checks only the first part, because a file that is not a photo can be large. */
async function mightBePhoto(files: FileStore, { parts, length }: Upload): Promise<boolean> {
  const [first] = parts
  const begins = first === undefined ? null : await files.read(first)
  return begins !== null && photoRefusal(begins, length) === null
}

async function readParts(files: FileStore, { id }: UploadName, upload: Upload): Promise<Uint8Array> {
  const parts = await Promise.all(upload.parts.map((part) => files.read(part)))
  const bytes = Buffer.concat(parts.filter((part) => part !== null))
  if (bytes.length !== upload.length) throw new Error(`bytes of upload ${id} are missing in the files store`)
  return bytes
}

/** The bytes of an upload, part by part. */
async function* streamParts(files: FileStore, { id }: UploadName, upload: Upload): AsyncGenerator<Uint8Array> {
  let length = 0
  for (const part of upload.parts) {
    const bytes = await files.read(part)
    if (bytes === null) break
    length += bytes.length
    yield bytes
  }
  if (length !== upload.length) throw new Error(`bytes of upload ${id} are missing in the files store`)
}

/** A complete upload: the id of its file, whether that file exists already, and the bytes. */
export interface CompleteUpload {
  readonly file: string
  readonly isUsed: boolean
  readonly read: () => Promise<Uint8Array>
  /** The same bytes, one part at a time. Can be called again. */
  readonly stream: () => AsyncIterable<Uint8Array>
}

const completeUploadOf = (files: FileStore, name: UploadName, upload: Upload): CompleteUpload => ({
  file: upload.file_id,
  isUsed: upload.is_used,
  read: () => readParts(files, name, upload),
  stream: () => streamParts(files, name, upload),
})

/** A complete, unused upload of the user; null when there is none. */
export async function findCompleteUpload(sql: Sql, files: FileStore, name: UploadName): Promise<CompleteUpload | null> {
  const upload = await findUpload(sql, name)
  return upload && !upload.is_used && upload.received === upload.length ? completeUploadOf(files, name, upload) : null
}

/** Locks a complete upload of the user until the transaction ends. Null when it does not exist or is incomplete. */
export async function lockCompleteUpload(sql: Sql, files: FileStore, name: UploadName): Promise<CompleteUpload | null> {
  const upload = await lockUpload(sql, name)
  if (!upload || upload.received < upload.length) return null
  return completeUploadOf(files, name, upload)
}

export const markUploadUsed = markUsed

/**
 * Removes the parts of used uploads, and all expired uploads, including those of deleted users. Safe to repeat and to
 * run in several processes at the same time.
 */
export async function sweepUploads(db: Db, files: FileStore, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const before = { used: ago(USED_DAYS), unused: ago(UNUSED_DAYS) }
  for (const { user, id } of await findObsoleteUploads(db, before)) await sweepUpload(db, files, { user, id }, before)
}

/** Removes the bytes first, under the row's lock, so that the next sweep finds what a crash leaves. */
async function sweepUpload(db: Db, files: FileStore, name: UploadName, before: Expiry): Promise<void> {
  await db.tx(async (sql) => {
    const obsolete = await lockObsoleteUpload(sql, name, before)
    if (!obsolete) return
    await files.remove(folderOf(name))
    // Its photo was developed for a change that never came or was rolled back, or its record has been deleted.
    if (!obsolete.is_named) await removeFile(files, obsolete.file_id)
    await (obsolete.is_expired ? deleteUpload : clearParts)(sql, name)
  })
}

/**
 * Deletes an unused upload with its bytes, when no change will name it. Does nothing for a used or unknown upload.
 */
export async function discardUpload(db: Db, files: FileStore, name: UploadName): Promise<void> {
  await db.tx(async (sql) => {
    const upload = await lockUpload(sql, name)
    if (!upload || upload.is_used) return
    await files.remove(folderOf(name))
    await removeFile(files, upload.file_id)
    await deleteUpload(sql, name)
  })
}
