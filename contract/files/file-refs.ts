import * as z from 'zod/mini'

const fileName = z.guid()
/** A file where a change expects one: just uploaded, by the name that the device gave the upload. */
export const uploadRef = z.object({ upload: fileName })
/** A file that the same record had before, by its id: how a change of it is taken back. */
const formerFileRef = z.object({ file: fileName })
export const fileRef = z.union([uploadRef, formerFileRef])
export type FileRef = z.output<typeof fileRef>

/** The id of a file in the path by which a record names it (`/api/files/{id}/{name}`, with or without a query). */
export function fileIdOf(path: string | null): string | null {
  return /^\/api\/files\/([0-9a-f-]{36})\//.exec(path ?? '')?.[1] ?? null
}
