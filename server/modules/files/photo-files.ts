import type { FileStore } from '#server/providers/files/file-store.ts'
import { developPhoto } from './develop-photo.ts'
import { fileName, thumbnailName } from './file-names.ts'

/** Size of a developed photo in bytes. Null when developing it has not finished. */
export async function findPhotoSize(files: FileStore, id: string): Promise<number | null> {
  const isWhole = (await files.sizeOf(thumbnailName(id))) !== null
  return isWhole ? files.sizeOf(fileName(id)) : null
}

/**
 * Develops a photo, stores both versions, and returns the size of the larger one in bytes. Throws like `developPhoto`.
 */
export async function storePhoto(files: FileStore, id: string, bytes: Uint8Array): Promise<number> {
  const { photo, thumbnail } = await developPhoto(bytes)
  await files.store(fileName(id), photo)
  // The thumbnail is stored last: its presence shows that the photo is complete.
  await files.store(thumbnailName(id), thumbnail)
  return photo.length
}
