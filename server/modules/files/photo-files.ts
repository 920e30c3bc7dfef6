import type { FileStore } from '#server/providers/files/file-store.ts'
import { developPhoto } from './develop-photo.ts'
import { fileName, thumbnailName } from './kept-files.ts'

/** How many bytes a developed photo has; null when the file has not been developed whole. */
export async function findPhotoSize(files: FileStore, id: string): Promise<number | null> {
  const isWhole = (await files.sizeOf(thumbnailName(id))) !== null
  return isWhole ? files.sizeOf(fileName(id)) : null
}

/** Develops a photo and keeps both its sizes; answers how many bytes the larger has. Throws as `developPhoto`. */
export async function keepPhoto(files: FileStore, id: string, bytes: Uint8Array): Promise<number> {
  const { photo, thumbnail } = await developPhoto(bytes)
  await files.keep(fileName(id), photo)
  // Last: where there is a thumbnail, the photo beside it is a developed one.
  await files.keep(thumbnailName(id), thumbnail)
  return photo.length
}
