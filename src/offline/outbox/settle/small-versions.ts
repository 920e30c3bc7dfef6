import * as z from 'zod/mini'
import { thumbnailOf } from '#contract/files/files.ts'
import type { StoredFile } from '#src/offline/outbox/entry/entry.ts'

const photo = z.nullish(z.string())
/** Where a response names the files of a record: its attachments, or the one photo of a unit or of a person. */
const recordWithFiles = z.object({
  attachments: z._default(z.array(z.object({ client_id: z.nullable(z.string()), file: z.string() })), []),
  photo,
  user: z.nullish(z.object({ photo })),
})
const SERVER_FILE = /^\/api\/files\/[0-9a-f-]{36}\//

/**
 * The files of a change, its photos with the server's paths of their small versions, as far as the response to the
 * change names them. The server's id of a file is not that of its upload.
 */
export function withSmallVersions(files: readonly StoredFile[], reply: unknown): readonly StoredFile[] {
  const { data } = recordWithFiles.safeParse(reply)
  if (!data) return files
  const attached = new Map(data.attachments.map(({ client_id, file }) => [client_id, file]))
  return files.map((file) => {
    const url = file.field === 'photo' ? (data.photo ?? data.user?.photo) : attached.get(file.id)
    if (!url || !SERVER_FILE.test(url) || !file.type.startsWith('image/')) return file
    // Without the signature, which changes from day to day.
    return { ...file, smallVersionPath: thumbnailOf(url).replace(/\?.*$/, '') }
  })
}
