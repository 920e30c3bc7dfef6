import { type FileRef, THUMBNAIL } from '#contract/files/files.ts'
import { can, HISTORY_ACCESS } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { QueueIsFull } from '#server/base/gate.ts'
import { busy, forbidden, invalid, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { NoPhoto } from './develop-photo.ts'
import { fileName, originalName, removeFile, thumbnailName } from './file-names.ts'
import {
  type DatedFile,
  deleteFiles,
  type FileOwner,
  findFile,
  findFiles,
  findNamedFile,
  findOrphans,
  insertFile,
  type StoredFile,
} from './file-repository.ts'
import { findPhotoSize, storePhoto } from './photo-files.ts'
import { type CompleteUpload, lockCompleteUpload, markUploadUsed } from './upload-service.ts'

export type { DatedFile, StoredFile }
export const listFiles = findFiles

/**
 * Context of a file that a change creates from an upload: user, time, owning record, and the field of the change that
 * names it.
 */
export interface FileUse {
  readonly files: FileStore
  readonly user: number
  readonly now: Date
  readonly owner: FileOwner
  /** Other records of the same person: a file that belongs to one of them may be named here too. */
  readonly alsoOwnedBy?: readonly FileOwner[]
  readonly field: string
}

const pathOf = ({ id, name }: Pick<StoredFile, 'id' | 'name'>) => `/api/files/${id}/${name}`

/**
 * Creates the photo that a change names, in the change's transaction, and returns the path by which records name it. An
 * upload that was already used for the same record gives the same photo. Throws 400 with the reason when it is not a
 * photo.
 */
export async function usePhoto(sql: Sql, use: FileUse, ref: FileRef): Promise<string> {
  if ('file' in ref) return pathOf(await findOwnFile(sql, use, ref.file))
  const name = { user: use.user, id: ref.upload }
  const upload = await lockCompleteUpload(sql, use.files, name)
  if (!upload) throw refused(use, 'The file was not completely uploaded. Choose it again.')
  if (upload.isUsed) return pathOf(await findOwnFile(sql, use, upload.file))
  // Stored before the row that names it, so that every named file exists.
  const size = (await findPhotoSize(use.files, upload.file)) ?? (await develop(use, upload))
  const file = { id: upload.file, name: `${use.field}.webp`, type: 'image/webp', size }
  await insertFile(sql, { ...file, ...use.owner, isOriginal: false, user: use.user, now: use.now })
  await markUploadUsed(sql, name, use.now)
  return pathOf(file)
}

/**
 * Context of a photo change of a driver or dispatcher. `person` is the driver's or dispatcher's own user id; `by` makes
 * the change.
 */
export interface PersonPhoto {
  readonly area: 'drivers' | 'dispatchers'
  readonly id: number
  readonly person: number
  readonly by: { readonly files: FileStore; readonly user: Pick<CurrentUser, 'id'> }
  readonly now: Date
}

/** `usePhoto` for a driver or dispatcher. Photos of the person's user record are accepted too. */
export function usePersonPhoto(sql: Sql, { area, id, person, by, now }: PersonPhoto, ref: FileRef): Promise<string> {
  const owner = { area, record: `${id}` }
  const alsoOwnedBy = [{ area: 'users', record: `${person}` } as const]
  return usePhoto(sql, { files: by.files, user: by.user.id, now, owner, alsoOwnedBy, field: 'photo' }, ref)
}

/**
 * Develops a complete upload that was not developed on arrival: it is not a photo, or the server stopped or was busy
 * then.
 */
async function develop(use: FileUse, upload: CompleteUpload): Promise<number> {
  const bytes = await upload.read()
  try {
    return await storePhoto(use.files, upload.file, bytes)
  } catch (cause) {
    if (cause instanceof QueueIsFull) throw busy('Many photos are coming in just now.')
    if (!(cause instanceof NoPhoto)) throw cause
    throw Object.assign(refused(use, cause.refusal), { cause })
  }
}

const refused = ({ field }: FileUse, why: string) => invalid({ [field]: [why] })

async function findOwnFile(sql: Sql, use: FileUse, id: string): Promise<StoredFile> {
  const file = await findFile(sql, id)
  const owners = [use.owner, ...(use.alsoOwnedBy ?? [])]
  const isOwn = owners.some(({ area, record }) => file?.area === area && file.record_id === record)
  if (!file || !isOwn) throw refused(use, 'This file belongs to another record.')
  return file
}

/**
 * A file that its record names and the caller may see: the request used a signed link (`viewer` is null), or the viewer
 * may view the record.
 */
export async function getFile(sql: Sql, id: string, viewer: CurrentUser | null): Promise<StoredFile> {
  const file = await findNamedFile(sql, id)
  if (!file) throw notFound()
  if (viewer && !can(viewer, HISTORY_ACCESS[file.area])) throw forbidden()
  return file
}

/** The version of a file that is served under a requested name: its thumbnail, or the file itself. */
export interface ServedFile extends Pick<StoredFile, 'id' | 'name' | 'type'> {
  /** Name of the bytes in the file store. */
  readonly storeName: string
}

/** Names, in the file store, of a file's bytes and of its optional thumbnail. */
function storeNamesOf({ id, is_original, kept_as }: StoredFile): { readonly file: string; readonly thumbnail: string } {
  if (kept_as !== null) return { file: kept_as, thumbnail: `${kept_as}-thumbnail` }
  return { file: is_original ? originalName(id) : fileName(id), thumbnail: thumbnailName(id) }
}

/** The thumbnail when it is requested and exists; otherwise the file itself. */
export async function servedVersion(files: FileStore, stored: StoredFile, name: string): Promise<ServedFile> {
  const { id, type } = stored
  const { file, thumbnail } = storeNamesOf(stored)
  if (name !== THUMBNAIL || (await files.sizeOf(thumbnail)) === null) {
    return { id, name: stored.name, type, storeName: file }
  }
  return { id, name, type: 'image/webp', storeName: thumbnail }
}

/** The file itself, never its thumbnail. */
export const wholeFile = (stored: StoredFile): ServedFile => ({ ...stored, storeName: storeNamesOf(stored).file })

/** The bytes of a file as a stream. Throws 404 when they are missing from the file store. */
export async function openFile(files: FileStore, { storeName }: ServedFile) {
  const bytes = await files.open(storeName)
  if (!bytes) throw notFound()
  return bytes
}

/**
 * Removes files that nothing can name anymore (`findOrphans`). Bytes go before rows, so that the next sweep finds what
 * a crash leaves. Safe to repeat and to run in several processes at the same time.
 */
export async function sweepFiles(sql: Sql, files: FileStore): Promise<void> {
  const orphans = await findOrphans(sql)
  for (const id of orphans) await removeFile(files, id)
  if (orphans.length > 0) await deleteFiles(sql, orphans)
}
