import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import type { Sealed, Sealer } from '#src/seal/sealer.ts'
import { openFile, sealFile } from './sealed-draft.ts'

/** Where a file lies: under its draft and its own name. */
type FileKey = [draft: string, name: string]
/** A file that does not open is null. */
type OfDraft = ReadonlyMap<string, Blob | null>
type Found = (draft: string, name: string) => Blob | null | undefined

/** What one page knows of the files that lie beside one person's drafts; a file never changes under its name. */
export class StoredFiles {
  readonly #user: string
  readonly #sealer: Sealer
  readonly #names = new WeakMap<Blob, string>()
  readonly #sealing = new WeakMap<Blob, { readonly draft: string; readonly sealed: Promise<Sealed> }>()
  /** By draft and name: put there or opened by this page. */
  #known: ReadonlyMap<string, OfDraft> = new Map()
  #changes = 0

  constructor(user: string, sealer: Sealer) {
    this.#user = user
    this.#sealer = sealer
  }

  nameOf(file: Blob): string {
    const name = this.#names.get(file) ?? newUuid()
    this.#names.set(file, name)
    return name
  }

  isKnown(draft: string, name: string): boolean {
    return this.#known.get(draft)?.has(name) === true
  }

  /** Whether these, and no others, are known to lie beside a draft. */
  areJust(draft: string, names: ReadonlySet<string>): boolean {
    const known = this.#known.get(draft) ?? new Map()
    return known.size === names.size && [...names].every((name) => known.has(name))
  }

  /** Seals a file for its place; once, however often it is asked for. Rejects when the browser can't read it. */
  sealed(draft: string, file: Blob): Promise<Sealed> {
    const begun = this.#sealing.get(file)
    if (begun?.draft === draft) return begun.sealed
    const sealed = sealFile(this.#user, this.#sealer, [draft, this.nameOf(file)], file)
    this.#sealing.set(file, { draft, sealed })
    sealed.catch(() => this.#sealing.delete(file))
    return sealed
  }

  /** These lie beside the draft now, and no others. */
  wereWritten(draft: string, files: ReadonlyMap<string, Blob>): void {
    this.#changes += 1
    for (const file of files.values()) this.#sealing.delete(file)
    this.#known = new Map([...this.#known, [draft, files]])
  }

  /** The draft is being removed, or is: what a reading that began before has found of it is not there any more. */
  forget(draft: string): void {
    this.#changes += 1
    this.#known = new Map([...this.#known].filter(([id]) => id !== draft))
  }

  /**
   * Begins a reading; answers how to open what it has found: the names of all files, and the bytes of those that were not
   * known. Answers then what lies where.
   */
  reading(): (keys: readonly FileKey[], unknown: readonly (readonly [FileKey, Sealed])[]) => Promise<Found> {
    const before = this.#changes
    return async (keys, unknown) => {
      const found = new Map(keys.map(([draft]) => [draft, new Map<string, Blob | null>()]))
      // One by one: they may be large.
      for (const [[draft, name], sealed] of unknown) {
        const file = await openFile(this.#user, this.#sealer, [draft, name], sealed)
        if (file) this.#names.set(file, name)
        found.get(draft)?.set(name, file)
      }
      for (const [draft, name] of keys) {
        const known = this.#known.get(draft)?.get(name)
        if (known !== undefined) found.get(draft)?.set(name, known)
      }
      if (before === this.#changes) this.#known = found
      return (draft, name) => found.get(draft)?.get(name)
    }
  }
}
