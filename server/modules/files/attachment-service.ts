import { createHash } from 'node:crypto'
import {
  ATTACHMENT_REFUSALS,
  type AttachmentRef,
  attachmentRefusal,
  attachmentTypeOf,
} from '#contract/files/attachments.ts'
import { nameWithEnding, safeName } from '#contract/files/file-names.ts'
import { imageTypeOf } from '#contract/files/files.ts'
import { PHOTO_REFUSALS } from '#contract/files/photo-rules.ts'
import { QueueIsFull } from '#server/base/gate.ts'
import { busy } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { NoPhoto } from './develop-photo.ts'
import { originalName } from './file-names.ts'
import { type FileOwner, insertFile } from './file-repository.ts'
import { findPhotoSize, storePhoto } from './photo-files.ts'
import { type CompleteUpload, lockCompleteUpload, markUploadUsed } from './upload-service.ts'

/** Context of an attachment: the file store, the user, the time and the record that owns the file. */
export interface AttachmentContext {
  readonly files: FileStore
  readonly user: number
  readonly now: Date
  readonly owner: FileOwner
}

/** A newly attached file. `sha256` is the hex hash of its bytes. */
export interface AttachedFile {
  readonly file: string
  readonly sha256: string
}

/** A file was not attached. The message is the reason, as shown to the user. */
export class NotAttached extends Error {
  override readonly name = 'NotAttached'
}

/**
 * Attaches an upload byte for byte, in the transaction of the change that names it. A picture also gets a thumbnail.
 * Returns null when a repeated change already attached this upload. Throws `NotAttached` for a file of a type that
 * cannot be attached.
 */
export async function attachFile(sql: Sql, by: AttachmentContext, ref: AttachmentRef): Promise<AttachedFile | null> {
  const name = { user: by.user, id: ref.upload }
  const upload = await lockCompleteUpload(sql, by.files, name)
  if (!upload) throw new NotAttached('The file was not completely uploaded. Choose it again.')
  if (upload.isUsed) return null
  const bytes = await upload.read()
  const refusal = attachmentRefusal(ref.name, bytes)
  const type = attachmentTypeOf(bytes)
  if (refusal !== null || type === null) throw new NotAttached(refusal ?? ATTACHMENT_REFUSALS.type)
  if (imageTypeOf(bytes) !== null) await createThumbnail(by, upload, bytes)
  // Stored before the row that names it, so that every named file exists.
  await by.files.store(originalName(upload.file), bytes)
  const file = {
    id: upload.file,
    name: safeName(nameWithEnding(type, ref.name)),
    type,
    size: bytes.length,
    isOriginal: true,
  }
  await insertFile(sql, { ...file, ...by.owner, user: by.user, now: by.now })
  await markUploadUsed(sql, name, by.now)
  return { file: upload.file, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Creates the thumbnail. A complete upload already has one, unless the server stopped before it was created. */
async function createThumbnail(
  { files }: AttachmentContext,
  { file }: CompleteUpload,
  bytes: Uint8Array,
): Promise<void> {
  if ((await findPhotoSize(files, file)) !== null) return
  try {
    await storePhoto(files, file, bytes)
  } catch (cause) {
    if (cause instanceof QueueIsFull) throw busy('Many photos are coming in just now.')
    if (!(cause instanceof NoPhoto)) throw cause
    throw new NotAttached(asAttachmentRefusal(cause.refusal), { cause })
  }
}

/** Rewords a photo's refusal as the refusal of an attachment. */
const asAttachmentRefusal = (refusal: string) =>
  refusal.replace(PHOTO_REFUSALS.size, ATTACHMENT_REFUSALS.size).replace(PHOTO_REFUSALS.type, ATTACHMENT_REFUSALS.type)
