import type { FileStore } from '#server/providers/files/file-store.ts'

/** Where the bytes of files lie in the files store. */
export const fileName = (id: string) => `kept/${id.slice(0, 2)}/${id}`
/** Beside a photo its thumbnail. Photos that were kept before there were any have none. */
export const thumbnailName = (id: string) => `${fileName(id)}-thumbnail`

/** Removes all that is kept of a file. */
export async function removeFile(files: FileStore, id: string): Promise<void> {
  await files.remove(fileName(id))
  await files.remove(thumbnailName(id))
}
