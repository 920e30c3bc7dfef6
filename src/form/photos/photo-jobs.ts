import type { FileSource } from './file-source.ts'
import { type PreparedAttachment, prepareAttachment } from './prepare-attachment.ts'
import { AVATAR, shrinkPhoto } from './shrink-photo.ts'

/** A job of the photo worker: an avatar photo or an attachment. */
export type PhotoJob =
  | { readonly make: 'avatar'; readonly file: File }
  | { readonly make: 'attachment'; readonly file: File; readonly source: FileSource }
/** The results of the jobs. */
export interface PhotoResults {
  readonly avatar: File
  readonly attachment: PreparedAttachment
}

/**
 * Runs a job in this thread. Throws `FileRefused`; other errors (this thread can't draw) have messages for the user
 * too.
 */
export function runPhotoJob(job: PhotoJob): Promise<PhotoResults[keyof PhotoResults]> {
  return job.make === 'avatar' ? shrinkPhoto(job.file, AVATAR) : prepareAttachment(job.file, job.source)
}
