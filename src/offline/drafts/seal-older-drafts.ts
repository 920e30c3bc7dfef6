import * as z from 'zod/mini'
import type { Connection } from '#src/browser/connection.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { isJson } from '#src/offline/query-storage/is-json.ts'
import type { Sealed, Sealer } from '#src/seal/sealer.ts'
import { type DraftSchema, fileRange, removeDrafts, type StoredDraft } from './draft-database.ts'
import { withFiles, withoutFiles } from './draft-files.ts'
import { sealDraft, sealFile } from './sealed-draft.ts'

/** Fields that every version of the app wrote. A row without them was not written by the app. */
const olderDraft = z.object({
  kind: z.string(),
  key: z.string(),
  version: z.number(),
  words: z.object({ record: z.string(), text: z.string() }),
  startedAt: z.number(),
  savedAt: z.number(),
})

/**
 * Seals drafts that older versions of the app stored unencrypted. Each one is replaced in a transaction of its own, so
 * that the work continues after a crash. Rejects when a draft can't be written; that draft stays.
 */
export async function sealOlderDrafts(
  user: string,
  connection: Connection<DraftSchema>,
  sealer: Sealer,
): Promise<void> {
  const ids = await connection.run(['unsealed'], 'readonly', (tx) => tx.objectStore('unsealed').getAllKeys())
  for (const id of ids) {
    const draft = await readOlderDraft(connection, id)
    if (draft === 'not_ours') await removeDrafts(connection, [id])
    else if (draft) await sealAndReplace(user, connection, sealer, draft)
  }
}

/** An unencrypted draft with its files; `not_ours` if the app did not write it; null if another tab has sealed it. */
async function readOlderDraft(
  connection: Connection<DraftSchema>,
  id: string,
): Promise<StoredDraft | 'not_ours' | null> {
  const [draft, keys, files] = await connection.run(['unsealed', 'unsealedFiles'], 'readonly', (tx) =>
    Promise.all([
      tx.objectStore('unsealed').get(id),
      tx.objectStore('unsealedFiles').getAllKeys(fileRange(id)),
      tx.objectStore('unsealedFiles').getAll(fileRange(id)),
    ]),
  )
  if (draft && !(olderDraft.safeParse(draft).success && isJson(draft))) return 'not_ours'
  const filesByName = new Map(files.map((file, at) => [keys[at]?.[1], file]))
  return draft ? { ...draft, value: withFiles(draft.value, (name) => filesByName.get(name)) } : null
}

async function sealAndReplace(
  user: string,
  connection: Connection<DraftSchema>,
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
    const bytes = await sealFile(user, sealer, [id, name], file).catch(nullIfLost)
    if (bytes) sealed.push([name, bytes])
  }
  await connection.run(['drafts', 'files', 'unsealed', 'unsealedFiles'], 'readwrite', async (tx) => {
    // Another tab has sealed the draft meanwhile, or the user has discarded it.
    if ((await tx.objectStore('unsealed').count(id)) === 0) return
    for (const [name, bytes] of sealed) await tx.objectStore('files').put(bytes, [id, name])
    await tx.objectStore('drafts').put(row)
    await tx.objectStore('unsealed').delete(id)
    await tx.objectStore('unsealedFiles').delete(fileRange(id))
  })
}

/** Null if the device has lost the file: the rest of the draft is still useful. */
function nullIfLost(error: unknown): null {
  if (error instanceof DOMException && /^Not(?:Readable|Found)Error$/.test(error.name)) return null
  throw error
}
