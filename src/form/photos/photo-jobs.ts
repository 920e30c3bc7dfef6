import type { FileSource } from './file-source.ts'
import { type PreparedAttachment, prepareAttachment } from './prepare-attachment.ts'
import { AVATAR, SMALL, shrinkPhoto } from './shrink-photo.ts'

/** A job of the photo worker: an avatar photo, the small version of any photo, or an attachment. */
export type PhotoJob =
  | { readonly make: 'avatar' | 'small'; readonly file: File }
  | { readonly make: 'attachment'; readonly file: File; readonly source: FileSource }
/** The results of the jobs. */
export interface PhotoResults {
  readonly avatar: File
  readonly small: File
  readonly attachment: PreparedAttachment
}

/**
 * Runs a job in this thread. Throws `FileRefused`; other errors (this thread can't draw) have messages for the user
 * too.
 */
export function runPhotoJob<Job extends PhotoJob>(job: Job): Promise<PhotoResults[Job['make']]>
export function runPhotoJob(job: PhotoJob): Promise<PhotoResults[keyof PhotoResults]> {
  if (job.make === 'attachment') return prepareAttachment(job.file, job.source)
  return shrinkPhoto(job.file, job.make === 'small' ? SMALL : AVATAR)
}
