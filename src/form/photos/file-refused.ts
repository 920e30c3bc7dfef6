/** A file was refused; the message is for the user. Another attempt would have the same result. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

/** The message for browsers that can't read files or draw pictures. */
export const PHOTOS_UNSUPPORTED = 'Image uploading not supported. Contact developers or administrator'
