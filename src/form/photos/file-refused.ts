/** A file that can't be taken, in words for the person: no other try would end otherwise. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

/** What is said where a browser reads no files, or draws nothing. */
export const PHOTOS_UNSUPPORTED = 'Image uploading not supported. Contact developers or administrator'
