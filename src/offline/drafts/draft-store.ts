import type { Connection } from '#src/browser/connection.ts'
import type { Sealed, Sealer } from '#src/seal/sealer.ts'
import {
  areThere,
  type DraftNote,
  draftConnection,
  filesOf,
  forgetDrafts,
  removeDrafts,
  type Schema,
  type SealedDraft,
  type StoredDraft,
} from './draft-database.ts'
import { withFiles, withoutFiles } from './draft-files.ts'
import { openDraft, sealDraft } from './sealed-draft.ts'
import { StoredFiles } from './stored-files.ts'

/** The drafts of one person. Every method rejects when the browser gives no storage. */
export interface DraftStore {
  /** All that open. */
  all(): Promise<readonly StoredDraft[]>
  /**
   * Begins to seal a draft; answers how to write it. A page that goes away has no time left for sealing: what is ready by
   * then is handed to the browser at once.
   */
  prepare(draft: StoredDraft): () => Promise<void>
  remove(id: string): Promise<void>
  /** Takes off the device what `isOver` says of it, whether it opens or not. */
  forget(isOver: (note: DraftNote) => boolean): Promise<void>
}

/** A draft ready to be written, with those of its files that were not known to be there already. */
interface Ready {
  readonly row: SealedDraft
  readonly inForm: ReadonlyMap<string, Blob>
  readonly files: ReadonlyMap<string, Sealed>
}

/**
 * Drafts in IndexedDB, a database a user: made with the first draft, so that who types nothing leaves nothing behind. Each
 * is sealed, its files one by one. A file is sealed and written once, however often its draft is: a form with twenty photos
 * would else write twenty megabytes a keystroke.
 */
export function idbDraftStore(
  user: string,
  sealer: Sealer,
): DraftStore & { readonly put: (draft: StoredDraft) => Promise<void>; readonly close: () => Promise<void> } {
  const connection = draftConnection(user)
  const files = new StoredFiles(user, sealer)

  const seal = (draft: StoredDraft) => sealWithFiles(user, sealer, files, draft)

  async function write({ row, inForm, files: sealed }: Ready, draft: StoredDraft): Promise<void> {
    const names = new Set(inForm.keys())
    if (files.areJust(row.id, names)) return writeWords(connection, row)
    if (await writeWhole(connection, row, names, sealed)) return files.wereWritten(row.id, inForm)
    // A file is gone that was thought to be there.
    files.forget(row.id)
    await write(await seal(draft), draft)
  }

  function prepare(draft: StoredDraft): () => Promise<void> {
    const sealing = seal(draft)
    // The database is opened meanwhile. Who writes hears what is amiss with either.
    for (const begun of [sealing, connection.stores()]) begun.catch(() => undefined)
    return async () => write(await sealing, draft)
  }

  async function all(): Promise<readonly StoredDraft[]> {
    if (!(await areThere(user, connection))) return []
    const open = files.reading()
    const { count, rows, keys, unknown } = await read(connection, files)
    if (count > 0) {
      const { sealFormerDrafts } = await import('./seal-former-drafts.ts')
      await sealFormerDrafts(user, connection, sealer)
      return all()
    }
    const found = await open(keys, unknown)
    const drafts = await Promise.all(rows.map((row) => openDraft(user, sealer, row)))
    return drafts.flatMap((draft) =>
      draft ? [{ ...draft, value: withFiles(draft.value, (name) => found(draft.id, name)) }] : [],
    )
  }

  return {
    all,
    prepare,
    put: (draft) => prepare(draft)(),
    async remove(id) {
      files.forget(id)
      await removeDrafts(connection, [id])
      files.forget(id)
    },
    forget: async (isOver) => void (await forgetDrafts(user, connection, isOver)),
    close: () => connection.close(),
  }
}

/** In one go, without a word from the browser in between: the page may end before it answers. */
function writeWords(connection: Connection<Schema>, row: SealedDraft): Promise<void> {
  return connection.run(['drafts'], 'readwrite', async (tx) => {
    const written = tx.objectStore('drafts').put(row)
    tx.commit()
    await written
  })
}

/**
 * Writes a draft with what is not there yet of its files (`names`), and takes away what it has no more. Answers false, and
 * writes nothing, when one is neither there nor among those that were sealed.
 */
function writeWhole(
  connection: Connection<Schema>,
  row: SealedDraft,
  names: ReadonlySet<string>,
  sealed: ReadonlyMap<string, Sealed>,
): Promise<boolean> {
  return connection.run(['drafts', 'files'], 'readwrite', async (tx) => {
    const store = tx.objectStore('files')
    const there = new Set((await store.getAllKeys(filesOf(row.id))).map(([, name]) => name))
    if ([...names].some((name) => !there.has(name) && !sealed.has(name))) return false
    for (const name of there) if (!names.has(name)) await store.delete([row.id, name])
    for (const [name, bytes] of sealed) if (!there.has(name)) await store.put(bytes, [row.id, name])
    await tx.objectStore('drafts').put(row)
    return true
  })
}

async function sealWithFiles(user: string, sealer: Sealer, files: StoredFiles, draft: StoredDraft): Promise<Ready> {
  const inForm = new Map<string, Blob>()
  const value = withoutFiles(draft.value, (file) => {
    inForm.set(files.nameOf(file), file)
    return files.nameOf(file)
  })
  const row = sealDraft(user, sealer, { ...draft, value })
  const unknown = [...inForm].filter(([name]) => !files.isKnown(draft.id, name))
  const sealed = unknown.map(async ([name, file]) => [name, await files.sealed(draft.id, file)] as const)
  const [done, ...each] = await Promise.all([row, ...sealed])
  return { row: done, inForm, files: new Map(each) }
}

/** What lies there: the drafts, the names of all files, and the bytes of those that are not known. */
function read(connection: Connection<Schema>, files: StoredFiles) {
  return connection.run(['drafts', 'files', 'unsealed'], 'readonly', async (tx) => {
    const count = await tx.objectStore('unsealed').count()
    const rows = await tx.objectStore('drafts').getAll()
    const keys = await tx.objectStore('files').getAllKeys()
    const unknown: [(typeof keys)[number], Sealed][] = []
    for (const key of keys.filter(([draft, name]) => !files.isKnown(draft, name))) {
      const sealed = await tx.objectStore('files').get(key)
      if (sealed) unknown.push([key, sealed])
    }
    return { count, rows, keys, unknown }
  })
}
