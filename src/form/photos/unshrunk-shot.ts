import { attachmentRefusal } from '#contract/files/attachments.ts'
import { nameWithEnding, safeName } from '#contract/files/file-names.ts'
import { imageTypeOf } from '#contract/files/files.ts'
import { locationOf } from './photo-location.ts'
import type { PreparedAttachment } from './prepare-attachment.ts'

/**
 * A shot of the app's camera as it is, for a device that can't shrink it now: this is its only copy. Null if it is too
 * large, or contains the place where it was taken. `id` replaces the digest: no other file is the same shot.
 */
export async function unshrunkShot(shot: File, id: string): Promise<PreparedAttachment | null> {
  const bytes = new Uint8Array(await shot.arrayBuffer())
  const type = imageTypeOf(bytes)
  if (type !== 'image/jpeg' || attachmentRefusal(shot.name, bytes) !== null || locationOf(bytes) !== null) return null
  return { file: new File([bytes], safeName(nameWithEnding(type, shot.name)), { type }), digest: id, location: null }
}
