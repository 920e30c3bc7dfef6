import { randomUUID } from 'node:crypto'
import { MAX_UPLOAD_BYTES } from '#contract/files.ts'
import type { Db, Sql } from '#server/db/db.ts'
import { invalid, invalidRequest, notFound, Problem, tooMany } from '#server/http/problem.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import {
  beginUpload,
  deleteUpload,
  extendUpload,
  findSpent,
  findUpload,
  forgetParts,
  forgetUpload,
  lockUpload,
  noteUse,
  sumOfUnused,
  type Upload,
  type UploadName,
} from './upload-repository.ts'

/** Uploads that nobody has used or gone on with: as long as the answers of changes are kept. */
const KEPT_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000
/** What one person may have lying here unused. A device uploads a file when its change is due, so it is never much. */
const MOST_UNUSED_BYTES = 500 * 1024 * 1024
/** A device sends a quarter of a megabyte at a time; a thousand crumbs would each cost a file and a look at all others. */
const MOST_PARTS = 500

export interface Progress {
  readonly offset: number
  readonly length: number
}

/** Where the bytes of a file lie in the files store. */
export const fileName = (id: string) => `kept/${id.slice(0, 2)}/${id}`
const folderOf = ({ user, id }: UploadName) => `uploads/${user}-${id}`

/**
 * How far an upload of that person has come; throws 404 when there is none. One whose bytes are gone from the files store
 * is forgotten: the device has them still, and begins anew.
 */
export async function getProgress(sql: Sql, files: FileStore, name: UploadName): Promise<Progress> {
  const found = await findUpload(sql, name)
  if (!found) throw notFound()
  if (!found.is_used && (await bytesOf(files, found)) !== found.received) {
    await forgetUpload(sql, name, found)
    throw notFound()
  }
  return { offset: found.received, length: found.length }
}

async function bytesOf(files: FileStore, { parts }: Upload): Promise<number> {
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
  if (found && found.parts.length >= MOST_PARTS) throw invalidRequest(`An upload has ${MOST_PARTS} parts at most.`)
  if (!found) await refuseHoarding(sql, name.user, length)
  const kept = { offset, length, bytes: bytes.length, name: `${folderOf(name)}/${offset}-${randomUUID()}`, now }
  await files.keep(kept.name, bytes)
  const isNext = found ? await extendUpload(sql, name, kept) : await beginUpload(sql, name, kept, randomUUID())
  if (isNext) return { offset: offset + bytes.length, length }
  // The same part came twice at once, and the other was first.
  await files.remove(kept.name)
  throw elsewhere(await getProgress(sql, files, name))
}

const elsewhere = (stands: Progress) =>
  new Problem(409, { detail: `This upload stands at byte ${stands.offset}.`, ...stands })

async function refuseHoarding(sql: Sql, user: number, length: number): Promise<void> {
  if ((await sumOfUnused(sql, user)) + length <= MOST_UNUSED_BYTES) return
  throw tooMany('Too many files wait here for a change that uses them. Try again later.', 60 * 60)
}

/** A whole upload: the id of its file, and the bytes to make it of; null when it was made already. */
export interface Taken {
  readonly file: string
  readonly bytes: Uint8Array | null
}

/** Locks an upload for the open transaction; null when there is none of that person's, or it is not whole. */
export async function takeUpload(sql: Sql, files: FileStore, name: UploadName): Promise<Taken | null> {
  const upload = await lockUpload(sql, name)
  if (!upload || upload.received < upload.length) return null
  if (upload.is_used) return { file: upload.file_id, bytes: null }
  const parts = await Promise.all(upload.parts.map((part) => files.read(part)))
  const bytes = Buffer.concat(parts.filter((part) => part !== null))
  if (bytes.length !== upload.length) throw new Error(`bytes of upload ${name.id} are missing in the files store`)
  return { file: upload.file_id, bytes }
}

export const noteUploadUsed = noteUse

/** Removes what is left of uploads that were used, and those that nobody has used. Doing it twice does no harm. */
export async function sweepUploads(db: Db, files: FileStore, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
  for (const one of await findSpent(db, before)) {
    if (one.is_expired && !(await deleteUpload(db, one, before))) continue
    await files.remove(folderOf(one))
    // Of a change that was undone after its file had been kept.
    if (!one.is_used) await files.remove(fileName(one.file_id))
    if (!one.is_expired) await forgetParts(db, one)
  }
}
