import type { Connection } from '#src/browser/connection.ts'
import { withRoom } from '#src/offline/space/with-room.ts'
import type { Sealed, Sealer } from '#src/seal/sealer.ts'
import {
  type DraftNote,
  type DraftSchema,
  draftConnection,
  fileRange,
  forgetDrafts,
  hasDatabase,
  removeDrafts,
  type SealedDraft,
  type StoredDraft,
} from './draft-database.ts'
import { withFiles, withoutFiles } from './draft-files.ts'
import { openDraft, sealDraft } from './sealed-draft.ts'
import { StoredFiles } from './stored-files.ts'

/** The stored drafts of one user. Every method rejects when the browser provides no storage. */
export interface DraftStore {
  /** All drafts that can be decrypted. */
  all(): Promise<readonly StoredDraft[]>
  /**
   * Starts sealing a draft; returns the function that writes it. A page that is about to end has no time for sealing,
   * but a sealed draft can still be handed to the browser immediately.
   */
  prepare(draft: StoredDraft): () => Promise<void>
  remove(id: string): Promise<void>
  /** Deletes all drafts that match `isOver`, even if they can't be decrypted. */
  forgetMatching(isOver: (note: DraftNote) => boolean): Promise<void>
}

/**
 * A sealed draft. `formFiles`: all files of the form; `sealedFiles`: those that may not be stored yet. Both by name.
 */
interface PreparedDraft {
  readonly row: SealedDraft
  readonly formFiles: ReadonlyMap<string, Blob>
  readonly sealedFiles: ReadonlyMap<string, Sealed>
}

/**
 * Drafts in IndexedDB, one database per user. It is created with the first draft, so that a user who types nothing
 * leaves nothing behind. Drafts and their files are sealed separately. A file is sealed and written only once, however
 * often its draft is written: otherwise a form with twenty photos would write twenty megabytes per keystroke.
 */
export function idbDraftStore(
  user: string,
  sealer: Sealer,
): DraftStore & { readonly put: (draft: StoredDraft) => Promise<void>; readonly close: () => Promise<void> } {
  const connection = draftConnection(user)
  const storedFiles = new StoredFiles(user, sealer)

  const seal = (draft: StoredDraft) => sealWithFiles(user, sealer, storedFiles, draft)

  async function write({ row, formFiles, sealedFiles }: PreparedDraft, draft: StoredDraft): Promise<void> {
    const names = new Set(formFiles.keys())
    if (storedFiles.hasExactly(row.id, names)) return writeRow(connection, row)
    if (await writeWithFiles(connection, row, names, sealedFiles)) return storedFiles.noteWritten(row.id, formFiles)
    // A file that was thought to be stored is missing: seal all files again.
    storedFiles.forget(row.id)
    await write(await seal(draft), draft)
  }

  function prepare(draft: StoredDraft): () => Promise<void> {
    const sealing = seal(draft)
    // Opens the database meanwhile. An error of either rejects the write, so it is ignored here.
    for (const begun of [sealing, connection.stores()]) begun.catch(() => undefined)
    return () => withRoom(async () => write(await sealing, draft))
  }

  async function all(): Promise<readonly StoredDraft[]> {
    if (!(await hasDatabase(user, connection))) return []
    const openFound = storedFiles.startReading()
    const { unsealedCount, rows, keys, unknown } = await readStored(connection, storedFiles)
    if (unsealedCount > 0) {
      const { sealOlderDrafts } = await import('./seal-older-drafts.ts')
      await sealOlderDrafts(user, connection, sealer)
      return all()
    }
    const fileOf = await openFound(keys, unknown)
    const drafts = await Promise.all(rows.map((row) => openDraft(user, sealer, row)))
    return drafts.flatMap((draft) =>
      draft ? [{ ...draft, value: withFiles(draft.value, (name) => fileOf(draft.id, name)) }] : [],
    )
  }

  return {
    all,
    prepare,
    put: (draft) => prepare(draft)(),
    async remove(id) {
      storedFiles.forget(id)
      await removeDrafts(connection, [id])
      storedFiles.forget(id)
    },
    forgetMatching: async (isOver) => void (await forgetDrafts(user, connection, isOver)),
    close: () => connection.close(),
  }
}

/** Writes in one step and commits without waiting for the browser's response: the page may end before it arrives. */
function writeRow(connection: Connection<DraftSchema>, row: SealedDraft): Promise<void> {
  return connection.run(['drafts'], 'readwrite', async (tx) => {
    const writing = tx.objectStore('drafts').put(row)
    tx.commit()
    await writing
  })
}

/**
 * Writes a draft and those of its files (`names`) that are not stored yet, and deletes files that it no longer has.
 * Returns false and writes nothing if a file is neither stored nor in `sealed`.
 */
function writeWithFiles(
  connection: Connection<DraftSchema>,
  row: SealedDraft,
  names: ReadonlySet<string>,
  sealed: ReadonlyMap<string, Sealed>,
): Promise<boolean> {
  return connection.run(['drafts', 'files'], 'readwrite', async (tx) => {
    const store = tx.objectStore('files')
    const storedNames = new Set((await store.getAllKeys(fileRange(row.id))).map(([, name]) => name))
    if ([...names].some((name) => !storedNames.has(name) && !sealed.has(name))) return false
    for (const name of storedNames) if (!names.has(name)) await store.delete([row.id, name])
    for (const [name, bytes] of sealed) if (!storedNames.has(name)) await store.put(bytes, [row.id, name])
    await tx.objectStore('drafts').put(row)
    return true
  })
}

async function sealWithFiles(
  user: string,
  sealer: Sealer,
  storedFiles: StoredFiles,
  draft: StoredDraft,
): Promise<PreparedDraft> {
  const formFiles = new Map<string, Blob>()
  const value = withoutFiles(draft.value, (file) => {
    formFiles.set(storedFiles.nameOf(file), file)
    return storedFiles.nameOf(file)
  })
  const row = sealDraft(user, sealer, { ...draft, value })
  const notStored = [...formFiles].filter(([name]) => !storedFiles.isKnown(draft.id, name))
  const sealed = notStored.map(async ([name, file]) => [name, await storedFiles.sealOnce(draft.id, file)] as const)
  const [sealedRow, ...each] = await Promise.all([row, ...sealed])
  return { row: sealedRow, formFiles, sealedFiles: new Map(each) }
}

/** Reads the drafts, the keys of all files, and the bytes of the files that this page does not know yet. */
function readStored(connection: Connection<DraftSchema>, storedFiles: StoredFiles) {
  return connection.run(['drafts', 'files', 'unsealed'], 'readonly', async (tx) => {
    const unsealedCount = await tx.objectStore('unsealed').count()
    const rows = await tx.objectStore('drafts').getAll()
    const keys = await tx.objectStore('files').getAllKeys()
    const unknown: [(typeof keys)[number], Sealed][] = []
    for (const key of keys.filter(([draft, name]) => !storedFiles.isKnown(draft, name))) {
      const sealed = await tx.objectStore('files').get(key)
      if (sealed) unknown.push([key, sealed])
    }
    return { unsealedCount, rows, keys, unknown }
  })
}
