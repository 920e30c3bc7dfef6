import { randomUUID } from 'node:crypto'
import { MAX_UPLOAD_BYTES } from '#contract/files/files.ts'
import { photoRefusal } from '#contract/files/pictures.ts'
import { LineIsFull } from '#server/base/gate.ts'
import { invalid, invalidRequest, notFound, Problem } from '#server/base/problem.ts'
import type { Db, Sql } from '#server/db/db.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { beginInTurn } from './begin-in-turn.ts'
import { NoPhoto } from './develop-photo.ts'
import { removeFile } from './kept-files.ts'
import { keepPhoto } from './photo-files.ts'
import {
  deleteUpload,
  type Expiry,
  extendUpload,
  findSpent,
  findUpload,
  forgetParts,
  forgetUpload,
  lockSpent,
  lockUpload,
  noteUse,
  type Upload,
  type UploadName,
} from './upload-repository.ts'

/** That an upload was used is known for as long as the answers of changes are kept. */
const USED_DAYS = 90
/**
 * One that no change has used or gone on with: a dry run that led to nothing, a change that was refused. A device keeps a
 * file until its change is done, and asks before each try what the server has of it.
 */
const UNUSED_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000
/** A device sends a quarter of a megabyte at a time; a thousand crumbs would each cost a file and a look at all others. */
const MAX_PARTS = 500

export interface Progress {
  readonly offset: number
  readonly length: number
}

const folderOf = ({ user, id }: UploadName) => `uploads/${user}-${id}`

/**
 * How far an upload of that person has come; null when there is none. One whose bytes are gone from the files store is
 * forgotten: the device has them still, and begins anew.
 */
async function findProgress(sql: Sql, files: FileStore, name: UploadName): Promise<Progress | null> {
  const found = await findUpload(sql, name)
  if (!found) return null
  if (!found.is_used && (await countBytes(files, found)) !== found.received) {
    if (await forgetUpload(sql, name, found)) await removeFile(files, found.file_id)
    return null
  }
  return { offset: found.received, length: found.length }
}

/** The same; throws 404 when there is none. */
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
 * Takes the next bytes of an upload. Safe to repeat: bytes that do not go on where the upload stands are a 409 that says
 * where it does. Bytes are kept before they are counted, so that what is counted is there after any crash.
 * Throws 400, 409, 413, and 429 when the person has too much lying here.
 */
export async function takePart(sql: Sql, files: FileStore, name: UploadName, part: Part): Promise<Progress> {
  const { offset, length, bytes, now } = part
  if (length > MAX_UPLOAD_BYTES) throw new Problem(413, { detail: 'A file may have 10 MB at most.' })
  if (bytes.length === 0) throw invalidRequest('Some bytes are required.')
  const found = await findUpload(sql, name)
  if (found && found.length !== length) throw invalid({ 'upload-length': [`This upload has ${found.length} bytes.`] })
  if ((found?.received ?? 0) !== offset) throw elsewhere({ offset: found?.received ?? 0, length })
  if (offset + bytes.length > length) throw invalid({ 'upload-length': ['There are more bytes than that.'] })
  if (found && found.parts.length >= MAX_PARTS) throw invalidRequest(`An upload has ${MAX_PARTS} parts at most.`)
  const kept = { offset, length, bytes: bytes.length, name: `${folderOf(name)}/${offset}-${randomUUID()}`, now }
  const keep = () => files.keep(kept.name, bytes)
  const isNext = found
    ? await keep().then(() => extendUpload(sql, name, kept))
    : await beginInTurn(sql, name, kept, keep)
  if (isNext) {
    if (offset + bytes.length === length) await developWhole(sql, files, name)
    return { offset: offset + bytes.length, length }
  }
  // The same part came twice at once, and the other was first.
  await files.remove(kept.name)
  throw elsewhere(await getProgress(sql, files, name))
}

const elsewhere = (stands: Progress) =>
  new Problem(409, { detail: `This upload stands at byte ${stands.offset}.`, ...stands })

/**
 * Takes a file that came with a change's own call: an upload that is whole at once. Safe to repeat.
 * Throws 429 when the person has too much lying here.
 */
export async function takeWhole(
  sql: Sql,
  files: FileStore,
  name: UploadName,
  { bytes, now }: { readonly bytes: Uint8Array; readonly now: Date },
): Promise<void> {
  try {
    await takePart(sql, files, name, { offset: 0, length: bytes.length, bytes, now })
  } catch (error) {
    const isElsewhere = error instanceof Problem && error.status === 409
    const stands = isElsewhere ? await findProgress(sql, files, name) : null
    if (stands?.offset !== bytes.length) throw error
  }
}

/**
 * Develops an upload that may be a photo before a change asks for it: in the change's transaction others would wait for
 * it. What is no photo stays as it is: it may be another kind of file, else the change that names it hears why not.
 */
async function developWhole(sql: Sql, files: FileStore, name: UploadName): Promise<void> {
  const upload = await findUpload(sql, name)
  if (!upload || upload.is_used) return
  if (!(await mayBePhoto(files, upload))) return
  const bytes = await readParts(files, name, upload)
  try {
    await keepPhoto(files, upload.file_id, bytes)
  } catch (error) {
    if (!(error instanceof NoPhoto || error instanceof LineIsFull)) throw error
  }
}

/** Judged by its first part: what is no photo may be large, and is not read whole for that. */
async function mayBePhoto(files: FileStore, { parts, length }: Upload): Promise<boolean> {
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

/** A whole upload: the id of its file, whether it has been made already, and the bytes to make it of. */
export interface Taken {
  readonly file: string
  readonly isUsed: boolean
  readonly read: () => Promise<Uint8Array>
  /** The same, a part at a time; may be asked for again. */
  readonly stream: () => AsyncIterable<Uint8Array>
}

const takenOf = (files: FileStore, name: UploadName, upload: Upload): Taken => ({
  file: upload.file_id,
  isUsed: upload.is_used,
  read: () => readParts(files, name, upload),
  stream: () => streamParts(files, name, upload),
})

/** An upload that is whole and that nothing was made of yet; null when there is none of that person's. */
export async function findWholeUpload(sql: Sql, files: FileStore, name: UploadName): Promise<Taken | null> {
  const upload = await findUpload(sql, name)
  return upload && !upload.is_used && upload.received === upload.length ? takenOf(files, name, upload) : null
}

/** Locks an upload for the open transaction; null when there is none of that person's, or it is not whole. */
export async function takeUpload(sql: Sql, files: FileStore, name: UploadName): Promise<Taken | null> {
  const upload = await lockUpload(sql, name)
  if (!upload || upload.received < upload.length) return null
  return takenOf(files, name, upload)
}

export const noteUploadUsed = noteUse

/**
 * Removes what is left of uploads that were used, those that nobody has used, and those of people who are gone. Doing it
 * twice, or by two processes at once, does no harm.
 */
export async function sweepUploads(db: Db, files: FileStore, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const before = { used: ago(USED_DAYS), unused: ago(UNUSED_DAYS) }
  for (const { user, id } of await findSpent(db, before)) await sweepUpload(db, files, { user, id }, before)
}

/** The bytes first, under the row's lock: what a crash leaves is found by its row again. */
async function sweepUpload(db: Db, files: FileStore, name: UploadName, before: Expiry): Promise<void> {
  await db.tx(async (sql) => {
    const spent = await lockSpent(sql, name, before)
    if (!spent) return
    await files.remove(folderOf(name))
    // Developed for a change that never came, or was undone; or its record is gone.
    if (!spent.is_named) await removeFile(files, spent.file_id)
    await (spent.is_expired ? deleteUpload : forgetParts)(sql, name)
  })
}

/**
 * Forgets an upload that nothing was made of, with its bytes: nobody will name it again. One that is used, or is not
 * there, is left alone.
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
