import { can } from '#contract/access.ts'
import type { FileRef } from '#contract/file-refs.ts'
import { type ImageType, imageTypeOf, photoRefusal } from '#contract/files.ts'
import { HISTORY_ACCESS } from '#contract/history.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { Sql } from '#server/db/db.ts'
import { forbidden, invalid, notFound } from '#server/http/problem.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { type FileOwner, findFile, insertFile, type StoredFile } from './file-repository.ts'
import { fileName, noteUploadUsed, takeUpload } from './upload-service.ts'

const ENDINGS: Readonly<Record<ImageType, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** Who makes a file of an upload, where it belongs, and by which field of the change it is named. */
export interface FileUse {
  readonly files: FileStore
  readonly user: number
  readonly now: Date
  readonly owner: FileOwner
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
  if (taken.bytes === null) return pathOf(await ownFile(sql, use, taken.file))
  const type = imageTypeOf(taken.bytes)
  const refusal = photoRefusal(taken.bytes)
  if (type === null || refusal !== null) throw refused(use, refusal ?? '')
  const file = { id: taken.file, name: `${use.field}.${ENDINGS[type]}`, type, size: taken.bytes.length }
  // Before the row that names it: a file that is named is there.
  await use.files.keep(fileName(file.id), taken.bytes)
  await insertFile(sql, { ...file, ...use.owner, user: use.user, now: use.now })
  await noteUploadUsed(sql, name, use.now)
  return pathOf(file)
}

const refused = ({ field }: FileUse, why: string) => invalid({ [field]: [why] })

async function ownFile(sql: Sql, use: FileUse, id: string): Promise<StoredFile> {
  const { area, record } = use.owner
  const file = await findFile(sql, id)
  if (file?.area !== area || file.record_id !== record) throw refused(use, 'This file belongs to something else.')
  return file
}

/** A file that somebody may see: the link said so (`viewer` is null), or the person may view its record. */
export async function getFile(sql: Sql, id: string, viewer: CurrentUser | null): Promise<StoredFile> {
  const file = await findFile(sql, id)
  if (!file) throw notFound()
  if (viewer && !can(viewer, HISTORY_ACCESS[file.area])) throw forbidden()
  return file
}

/** The bytes of a file as a stream; throws 404 when they are gone. */
export async function openFile(files: FileStore, { id }: StoredFile) {
  const bytes = await files.open(fileName(id))
  if (!bytes) throw notFound()
  return bytes
}
