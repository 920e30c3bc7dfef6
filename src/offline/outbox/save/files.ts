import { MAX_UPLOAD_BYTES } from '#contract/files/files.ts'
import type { StoredFile } from '#src/offline/outbox/entry/entry.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import type { Ids, OutboxPorts } from '../ports.ts'
import { NotSaved, STILL_HERE } from './not-saved.ts'
import type { ChosenFile, FileBytes } from './stored-files.ts'

/**
 * Reads the chosen files of a change immediately and once: a file lent by a camera or another app may be gone a moment
 * later. Throws NotSaved when a file can't be read or is too large to store in both copies.
 */
export async function readFiles(chosen: readonly ChosenFile[], ids: Ids): Promise<readonly FileBytes[]> {
  return Promise.all(
    chosen.map(async ({ id = ids.uuid(), field, file, name }) => {
      if (file.size > MAX_UPLOAD_BYTES)
        throw new NotSaved(`"${name}" is too large to be kept safely on this device: 10 MB at most. ${STILL_HERE}`)
      const content = await file.arrayBuffer().catch((cause: unknown) => {
        throw new NotSaved(`"${name}" can't be read. Choose it again. ${STILL_HERE}`, { cause })
      })
      const bytes = new Blob([content], { type: file.type })
      return { file: { id, field, name, type: file.type, size: bytes.size, isSealed: true }, bytes }
    }),
  )
}

/** The bytes if complete and readable, else null: browsers store large values in separate files, which may be gone. */
async function readable(bytes: Blob | undefined, { size }: StoredFile): Promise<Blob | null> {
  if (bytes?.size !== size) return null
  return bytes.arrayBuffer().then(
    (content) => new Blob([content], { type: bytes.type }),
    () => null,
  )
}

/** A file's bytes from the first copy, or else the second; null when both have lost them. */
export async function bytesOf({ store, mirror }: Pick<OutboxPorts, 'store' | 'mirror'>, file: StoredFile) {
  const stored = await readable(await store.read((tx) => tx.file(file.id)), file)
  return stored ?? mirror.readFile(file).catch(() => null)
}

/** The result of an attempt whose file is gone from this device while the server does not have all of it. */
export function lostFileResult({ name }: Pick<StoredFile, 'name'>): Extract<AttemptResult, { kind: 'answer' }> {
  const detail = `The file "${name}" is gone from this device before it was sent. Discard this change and choose the file again.`
  return { kind: 'answer', status: 410, reply: { detail }, retryAfterMs: null }
}
