import * as z from 'zod/mini'
import type { Connection } from '#src/browser/connection.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { isJson } from '#src/offline/query-storage/is-json.ts'
import type { Sealed, Sealer } from '#src/seal/sealer.ts'
import { filesOf, removeDrafts, type Schema, type StoredDraft } from './draft-database.ts'
import { withFiles, withoutFiles } from './draft-files.ts'
import { sealDraft, sealFile } from './sealed-draft.ts'

/** What each version wrote of a draft: whatever else lies there was put there by hand. */
const written = z.object({
  kind: z.string(),
  key: z.string(),
  version: z.number(),
  words: z.object({ record: z.string(), text: z.string() }),
  startedAt: z.number(),
  savedAt: z.number(),
})

/**
 * Seals what older versions of the app have left in clear: what their person typed. One by one, each replaced in one
 * transaction, so that a browser that ends meanwhile goes on where it was. Rejects when one can't be written: it stays.
 */
export async function sealFormerDrafts(user: string, connection: Connection<Schema>, sealer: Sealer): Promise<void> {
  const ids = await connection.run(['unsealed'], 'readonly', (tx) => tx.objectStore('unsealed').getAllKeys())
  for (const id of ids) {
    const draft = await formerDraft(connection, id)
    if (draft === 'not_ours') await removeDrafts(connection, [id])
    else if (draft) await replace(user, connection, sealer, draft)
  }
}

/** A draft with its files in it, as the form had it; null when another tab was faster. */
async function formerDraft(connection: Connection<Schema>, id: string): Promise<StoredDraft | 'not_ours' | null> {
  const [draft, keys, files] = await connection.run(['unsealed', 'unsealedFiles'], 'readonly', (tx) =>
    Promise.all([
      tx.objectStore('unsealed').get(id),
      tx.objectStore('unsealedFiles').getAllKeys(filesOf(id)),
      tx.objectStore('unsealedFiles').getAll(filesOf(id)),
    ]),
  )
  if (draft && !(written.safeParse(draft).success && isJson(draft))) return 'not_ours'
  const found = new Map(files.map((file, at) => [keys[at]?.[1], file]))
  return draft ? { ...draft, value: withFiles(draft.value, (name) => found.get(name)) } : null
}

async function replace(
  user: string,
  connection: Connection<Schema>,
  sealer: Sealer,
  draft: StoredDraft,
): Promise<void> {
  const { id } = draft
  const files: [string, Blob][] = []
  const value = withoutFiles(draft.value, (file) => {
    const name = newUuid()
    files.push([name, file])
    return name
  })
  const row = await sealDraft(user, sealer, { ...draft, value })
  const sealed: [string, Sealed][] = []
  for (const [name, file] of files) {
    const bytes = await sealFile(user, sealer, [id, name], file).catch(unlessLost)
    if (bytes) sealed.push([name, bytes])
  }
  await connection.run(['drafts', 'files', 'unsealed', 'unsealedFiles'], 'readwrite', async (tx) => {
    // Another tab did it meanwhile, or the draft was given up.
    if ((await tx.objectStore('unsealed').count(id)) === 0) return
    for (const [name, bytes] of sealed) await tx.objectStore('files').put(bytes, [id, name])
    await tx.objectStore('drafts').put(row)
    await tx.objectStore('unsealed').delete(id)
    await tx.objectStore('unsealedFiles').delete(filesOf(id))
  })
}

/** A file that the device has lost is missing; the words beside it are worth having. */
function unlessLost(error: unknown): null {
  if (error instanceof DOMException && /^Not(?:Readable|Found)Error$/.test(error.name)) return null
  throw error
}
