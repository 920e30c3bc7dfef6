import type { FileStore } from '#server/providers/files/file-store.ts'

/** Where the bytes of files lie in the files store. */
export const fileName = (id: string) => `kept/${id.slice(0, 2)}/${id}`
/** Beside a photo its thumbnail. Photos that were kept before there were any have none. */
export const thumbnailName = (id: string) => `${fileName(id)}-thumbnail`

/** What a file was made of, byte for byte, where that is what it is. */
export const originalName = (id: string) => `${fileName(id)}-original`

/** Removes all that is kept of a file. */
export async function removeFile(files: FileStore, id: string): Promise<void> {
  await files.remove(fileName(id))
  await files.remove(originalName(id))
  await files.remove(thumbnailName(id))
}
