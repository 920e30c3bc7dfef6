import type { FileStore } from '#server/providers/files/file-store.ts'

/** Name of a file's bytes in the file store. */
export const fileName = (id: string) => `kept/${id.slice(0, 2)}/${id}`
/** Name of a photo's thumbnail. Photos stored before thumbnails existed have none. */
export const thumbnailName = (id: string) => `${fileName(id)}-thumbnail`

/** Name of a file that is stored byte for byte (`is_original`). */
export const originalName = (id: string) => `${fileName(id)}-original`

/** Removes all stored bytes of a file: the file, its original and its thumbnail. */
export async function removeFile(files: FileStore, id: string): Promise<void> {
  await files.remove(fileName(id))
  await files.remove(originalName(id))
  await files.remove(thumbnailName(id))
}
