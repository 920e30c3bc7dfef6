import { type FileSource, type MadeAttachment, madeAttachment } from './made-attachment.ts'
import { AVATAR, shrunkPhoto } from './shrink-photo.ts'

/** What is made of a file: a photo of somebody or something, or what is attached. */
export type PhotoJob =
  | { readonly make: 'avatar'; readonly file: File }
  | { readonly make: 'attachment'; readonly file: File; readonly source: FileSource }
/** What comes of it. */
export interface PhotoResults {
  readonly avatar: File
  readonly attachment: MadeAttachment
}

/** Does it here and now. Throws FileRefused; other errors, where this place can't draw, are in words too. */
export function donePhotoJob(job: PhotoJob): Promise<PhotoResults[keyof PhotoResults]> {
  return job.make === 'avatar' ? shrunkPhoto(job.file, AVATAR) : madeAttachment(job.file, job.source)
}
