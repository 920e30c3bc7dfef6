import { createHash } from 'node:crypto'
import {
  ATTACHMENT_REFUSALS,
  type AttachmentRef,
  attachmentRefusal,
  attachmentTypeOf,
  nameAs,
  safeName,
} from '#contract/files/attachments.ts'
import { imageTypeOf } from '#contract/files/files.ts'
import { PHOTO_REFUSALS } from '#contract/files/pictures.ts'
import { LineIsFull } from '#server/base/gate.ts'
import { busy } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { NoPhoto } from './develop-photo.ts'
import { type FileOwner, insertFile } from './file-repository.ts'
import { originalName } from './kept-files.ts'
import { findPhotoSize, keepPhoto } from './photo-files.ts'
import { noteUploadUsed, type Taken, takeUpload } from './upload-service.ts'

/** Who attaches files to a record, and when. */
export interface Attaching {
  readonly files: FileStore
  readonly user: number
  readonly now: Date
  readonly owner: FileOwner
}

/** A file that is attached now. `sha256` of its bytes, in hex. */
export interface AttachedFile {
  readonly file: string
  readonly sha256: string
}

/** Why a file was not attached, in the words for the person. */
export class NotAttached extends Error {
  override readonly name = 'NotAttached'
}

/**
 * Attaches an upload as it came, byte for byte, in the transaction of the change that names it; of a picture there is a small
 * one beside. Null when the upload was attached before, by a change that is sent again. Throws `NotAttached` for a file that
 * is none of those that can be attached.
 */
export async function attachFile(sql: Sql, by: Attaching, ref: AttachmentRef): Promise<AttachedFile | null> {
  const name = { user: by.user, id: ref.upload }
  const taken = await takeUpload(sql, by.files, name)
  if (!taken) throw new NotAttached('The file was not uploaded whole. Choose it again.')
  if (taken.isUsed) return null
  const bytes = await taken.read()
  const refusal = attachmentRefusal(ref.name, bytes)
  const type = attachmentTypeOf(bytes)
  if (refusal !== null || type === null) throw new NotAttached(refusal ?? ATTACHMENT_REFUSALS.type)
  if (imageTypeOf(bytes) !== null) await develop(by, taken, bytes)
  // Kept before the row that names it: a file that is named is there.
  await by.files.keep(originalName(taken.file), bytes)
  const file = { id: taken.file, name: safeName(nameAs(type, ref.name)), type, size: bytes.length, isOriginal: true }
  await insertFile(sql, { ...file, ...by.owner, user: by.user, now: by.now })
  await noteUploadUsed(sql, name, by.now)
  return { file: taken.file, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The small picture. An upload that came whole has it already, unless the server was stopped in between. */
async function develop({ files }: Attaching, { file }: Taken, bytes: Uint8Array): Promise<void> {
  if ((await findPhotoSize(files, file)) !== null) return
  try {
    await keepPhoto(files, file, bytes)
  } catch (cause) {
    if (cause instanceof LineIsFull) throw busy('Many photos are coming in just now.')
    if (!(cause instanceof NoPhoto)) throw cause
    throw new NotAttached(inOwnWords(cause.refusal), { cause })
  }
}

/** What is said of a photo, as it is said of an attachment. */
const inOwnWords = (refusal: string) =>
  refusal.replace(PHOTO_REFUSALS.size, ATTACHMENT_REFUSALS.size).replace(PHOTO_REFUSALS.type, ATTACHMENT_REFUSALS.type)
