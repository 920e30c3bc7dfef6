import { type FileRef, THUMBNAIL } from '#contract/files/files.ts'
import { can, HISTORY_ACCESS } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { LineIsFull } from '#server/base/gate.ts'
import { busy, forbidden, invalid, notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { NoPhoto } from './develop-photo.ts'
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
import { fileName, originalName, removeFile, thumbnailName } from './kept-files.ts'
import { findPhotoSize, keepPhoto } from './photo-files.ts'
import { noteUploadUsed, type Taken, takeUpload } from './upload-service.ts'

export type { DatedFile, StoredFile }
export const listFiles = findFiles

/** Who makes a file of an upload, where it belongs, and by which field of the change it is named. */
export interface FileUse {
  readonly files: FileStore
  readonly user: number
  readonly now: Date
  readonly owner: FileOwner
  /** Records that are the same person by another name: what belongs to one of them may be named here too. */
  readonly alsoOwnedBy?: readonly FileOwner[]
  readonly field: string
}

const pathOf = ({ id, name }: Pick<StoredFile, 'id' | 'name'>) => `/api/files/${id}/${name}`

/**
 * Makes a photo of what a change names, in the change's transaction; answers the path by which records name it. An
 * upload that was used for the same record is that photo again. Throws the 400 that says why it is none.
 */
export async function usePhoto(sql: Sql, use: FileUse, ref: FileRef): Promise<string> {
  if ('file' in ref) return pathOf(await ownFile(sql, use, ref.file))
  const name = { user: use.user, id: ref.upload }
  const taken = await takeUpload(sql, use.files, name)
  if (!taken) throw refused(use, 'The file was not uploaded whole. Choose it again.')
  if (taken.isUsed) return pathOf(await ownFile(sql, use, taken.file))
  // Kept before the row that names it: a file that is named is there.
  const size = (await findPhotoSize(use.files, taken.file)) ?? (await develop(use, taken))
  const file = { id: taken.file, name: `${use.field}.webp`, type: 'image/webp', size }
  await insertFile(sql, { ...file, ...use.owner, isOriginal: false, user: use.user, now: use.now })
  await noteUploadUsed(sql, name, use.now)
  return pathOf(file)
}

/** The photo of a driver or dispatcher, who is a user too (`person`); who changes it, and when. */
export interface PersonsPhoto {
  readonly area: 'drivers' | 'dispatchers'
  readonly id: number
  readonly person: number
  readonly by: { readonly files: FileStore; readonly user: Pick<CurrentUser, 'id'> }
  readonly now: Date
}

/** `usePhoto` for a driver or dispatcher. The photo is the user's: one that was chosen there may be taken up again here. */
export function usePersonsPhoto(sql: Sql, { area, id, person, by, now }: PersonsPhoto, ref: FileRef): Promise<string> {
  const owner = { area, record: `${id}` }
  const alsoOwnedBy = [{ area: 'users', record: `${person}` } as const]
  return usePhoto(sql, { files: by.files, user: by.user.id, now, owner, alsoOwnedBy, field: 'photo' }, ref)
}

/** Of an upload that came whole but was not developed then: it is no photo, or the server was stopped in between. */
async function develop(use: FileUse, taken: Taken): Promise<number> {
  const bytes = await taken.read()
  try {
    return await keepPhoto(use.files, taken.file, bytes)
  } catch (cause) {
    if (cause instanceof LineIsFull) throw busy('Many photos are coming in just now.')
    if (!(cause instanceof NoPhoto)) throw cause
    throw Object.assign(refused(use, cause.refusal), { cause })
  }
}

const refused = ({ field }: FileUse, why: string) => invalid({ [field]: [why] })

async function ownFile(sql: Sql, use: FileUse, id: string): Promise<StoredFile> {
  const file = await findFile(sql, id)
  const owners = [use.owner, ...(use.alsoOwnedBy ?? [])]
  const isOwn = owners.some(({ area, record }) => file?.area === area && file.record_id === record)
  if (!file || !isOwn) throw refused(use, 'This file belongs to something else.')
  return file
}

/**
 * A file that its record names and the person may see: the link said so (`viewer` is null), or they may view the record.
 */
export async function getFile(sql: Sql, id: string, viewer: CurrentUser | null): Promise<StoredFile> {
  const file = await findNamedFile(sql, id)
  if (!file) throw notFound()
  if (viewer && !can(viewer, HISTORY_ACCESS[file.area])) throw forbidden()
  return file
}

/** What is served of a file under a name: its thumbnail where it has one, else the file itself. */
export interface ServedFile extends Pick<StoredFile, 'id' | 'name' | 'type'> {
  /** Of the bytes in the files store. */
  readonly kept: string
}

/** Where the bytes of a file lie, and those of the small picture that it may have. */
function placesOf({ id, is_original, kept_as }: StoredFile): { readonly file: string; readonly thumbnail: string } {
  if (kept_as !== null) return { file: kept_as, thumbnail: `${kept_as}-thumbnail` }
  return { file: is_original ? originalName(id) : fileName(id), thumbnail: thumbnailName(id) }
}

export async function servedAs(files: FileStore, stored: StoredFile, name: string): Promise<ServedFile> {
  const { id, type } = stored
  const { file, thumbnail } = placesOf(stored)
  if (name !== THUMBNAIL || (await files.sizeOf(thumbnail)) === null) {
    return { id, name: stored.name, type, kept: file }
  }
  return { id, name, type: 'image/webp', kept: thumbnail }
}

/** A file of a record, as it came or was made. */
export const wholeFile = (stored: StoredFile): ServedFile => ({ ...stored, kept: placesOf(stored).file })

/** The bytes of a file as a stream; throws 404 when they are gone. */
export async function openFile(files: FileStore, { kept }: ServedFile) {
  const bytes = await files.open(kept)
  if (!bytes) throw notFound()
  return bytes
}

/**
 * Removes the files of people who were deleted. The bytes first: what a crash leaves is found by its row again.
 * Doing it twice, or by two processes at once, does no harm.
 */
export async function sweepFiles(sql: Sql, files: FileStore): Promise<void> {
  const orphans = await findOrphans(sql)
  for (const id of orphans) await removeFile(files, id)
  if (orphans.length > 0) await deleteFiles(sql, orphans)
}
