import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { Sealed, Sealer } from '#src/seal/sealer.ts'
import { noteOnDisk } from './files-on-disk.ts'
import { openFile, sealFile } from './sealed-draft.ts'

/** The key of a stored file. */
type FileKey = [draft: string, name: string]
/** The files of a draft by name; null for a file that can't be decrypted. */
type DraftFiles = ReadonlyMap<string, Blob | null>
type FileLookup = (draft: string, name: string) => Blob | null | undefined

/** The files of one user's drafts that this page knows. The file of a name never changes. */
export class StoredFiles {
  readonly #user: string
  readonly #sealer: Sealer
  readonly #names = new WeakMap<Blob, string>()
  readonly #sealing = new WeakMap<Blob, { readonly draft: string; readonly sealed: Promise<Sealed> }>()
  /** By draft and name: files that this page has written or read. */
  #known: ReadonlyMap<string, DraftFiles> = new Map()
  #changes = 0

  constructor(user: string, sealer: Sealer) {
    this.#user = user
    this.#sealer = sealer
  }

  /** The name of a file; a new one for a file that has none yet. */
  nameOf(file: Blob): string {
    const name = this.#names.get(file) ?? newUuid()
    this.#names.set(file, name)
    return name
  }

  isKnown(draft: string, name: string): boolean {
    return this.#known.get(draft)?.has(name) === true
  }

  /** Whether exactly these files of a draft are known to be stored. */
  hasExactly(draft: string, names: ReadonlySet<string>): boolean {
    const known = this.#known.get(draft) ?? new Map()
    return known.size === names.size && [...names].every((name) => known.has(name))
  }

  /** Seals a file for a draft. Later calls return the same result. Rejects when the browser can't read the file. */
  sealOnce(draft: string, file: Blob): Promise<Sealed> {
    const started = this.#sealing.get(file)
    if (started?.draft === draft) return started.sealed
    const sealed = sealFile(this.#user, this.#sealer, [draft, this.nameOf(file)], file)
    this.#sealing.set(file, { draft, sealed })
    sealed.catch(() => this.#sealing.delete(file))
    return sealed
  }

  /** Records that exactly these files of the draft are stored now. */
  noteWritten(draft: string, files: ReadonlyMap<string, Blob>): void {
    this.#changes += 1
    for (const file of files.values()) this.#sealing.delete(file)
    this.#known = new Map([...this.#known, [draft, files]])
    noteOnDisk(files.values())
  }

  /**
   * Forgets a draft that is being removed or has been. Results of a reading that began earlier are then not remembered.
   */
  forget(draft: string): void {
    this.#changes += 1
    this.#known = new Map([...this.#known].filter(([id]) => id !== draft))
  }

  /**
   * Starts a reading of all drafts. Returns the function that decrypts its results: `keys` of all files, and the bytes
   * of those that were `unknown`. That function returns a lookup of files by draft and name.
   */
  startReading(): (keys: readonly FileKey[], unknown: readonly (readonly [FileKey, Sealed])[]) => Promise<FileLookup> {
    const changesAtStart = this.#changes
    return async (keys, unknown) => {
      const found = new Map(keys.map(([draft]) => [draft, new Map<string, Blob | null>()]))
      // One after another: files can be large.
      for (const [[draft, name], sealed] of unknown) {
        const file = await openFile(this.#user, this.#sealer, [draft, name], sealed)
        if (file) this.#names.set(file, name)
        found.get(draft)?.set(name, file)
      }
      for (const [draft, name] of keys) {
        const known = this.#known.get(draft)?.get(name)
        if (known !== undefined) found.get(draft)?.set(name, known)
      }
      if (changesAtStart === this.#changes) this.#known = found
      return (draft, name) => found.get(draft)?.get(name)
    }
  }
}
