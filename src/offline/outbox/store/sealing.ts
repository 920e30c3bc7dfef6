import {
  entryFromStored,
  type FinalState,
  finalStateFromStored,
  type OutboxEntry,
} from '#src/offline/outbox/entry/entry.ts'
import { isUnopened, unopenedEntry } from '#src/offline/outbox/entry/unopened.ts'
import { aboutOf, openText, type Sealed, type Sealer, sealText } from '#src/seal/sealer.ts'
import type { Loss, LostChange } from '../ports.ts'
import type { FinalStateRow, SealedEntry } from './raw-store.ts'

/** The sealed content of a final state. */
export type FinalStateContent = Pick<FinalState, 'entry' | 'versions'>

/**
 * Seals and opens everything in one user's outbox, for both copies. Both store the same sealed text of an entry, so it
 * is sealed only once. It opens only under its own sequence number, id and revision.
 */
export class Sealing {
  readonly user: string
  readonly #sealer: Sealer
  readonly #entries = new WeakMap<OutboxEntry, Promise<SealedEntry>>()
  readonly #files = new WeakMap<Blob, Promise<Sealed>>()

  constructor(user: string, sealer: Sealer) {
    this.user = user
    this.#sealer = sealer
  }

  /** Rejects a changed copy of a placeholder for an unopened entry: storing it would destroy the content. */
  async sealEntry(entry: OutboxEntry): Promise<SealedEntry> {
    const known = this.#entries.get(entry)
    if (known !== undefined) return known
    if (isUnopened(entry)) throw new Error('what does not open can’t be changed')
    const { seq, id, revision, device } = entry
    const sealing = sealText(this.#sealer, JSON.stringify(entry), this.#aboutEntry(entry)).then((sealed) => ({
      ...{ seq, id, revision, device },
      sealed,
    }))
    this.#entries.set(entry, sealing)
    return sealing
  }
  /** The content of an entry; null when it does not open. */
  async openContent(row: SealedEntry): Promise<unknown> {
    const text = await openText(this.#sealer, row.sealed, this.#aboutEntry(row))
    return text === null ? null : JSON.parse(text)
  }
  /** The entry. When it does not open, a placeholder that retains the sealed text. */
  async openEntry(row: SealedEntry): Promise<OutboxEntry> {
    const content = await this.openContent(row)
    return content === null ? this.placeholderFor(row) : entryFromStored(content as OutboxEntry)
  }
  placeholderFor({ seq, id, revision, device, sealed }: SealedEntry): OutboxEntry {
    const row = { seq, id, revision, device, sealed }
    const entry = unopenedEntry(row, this.user)
    this.#entries.set(entry, Promise.resolve(row))
    return entry
  }

  async sealFinalState(finalState: FinalState): Promise<Sealed | null> {
    const { entry, versions } = finalState
    if (entry === null && versions.length === 0) return null
    return sealText(this.#sealer, JSON.stringify({ entry, versions }), this.#aboutFinalState(finalState))
  }
  /** A final state that does not open counts as forgotten. */
  async openFinalState(row: FinalStateRow): Promise<FinalStateContent> {
    const text = row.sealed && (await openText(this.#sealer, row.sealed, this.#aboutFinalState(row)))
    if (text === null) return { entry: null, versions: [] }
    const { entry, versions } = finalStateFromStored({ ...row, ...JSON.parse(text) })
    return { entry, versions }
  }

  /** Seals a file together with its type. */
  sealFile(id: string, bytes: Blob): Promise<Sealed> {
    const known = this.#files.get(bytes)
    if (known !== undefined) return known
    const sealing = sealBytes(this.#sealer, bytes, this.#aboutFile(id))
    this.#files.set(bytes, sealing)
    return sealing
  }
  async openFile(id: string, sealed: Sealed): Promise<Blob | null> {
    const plain = await this.#sealer.open(sealed, this.#aboutFile(id))
    if (plain === null) return null
    const start = 1 + (plain[0] ?? 0)
    return new Blob([plain.subarray(start)], { type: new TextDecoder().decode(plain.subarray(1, start)) })
  }

  async sealLossWords(loss: Loss | null): Promise<Sealed | null> {
    const words = loss?.missing?.map((one) => one.words) ?? []
    if (words.every((one) => one === null)) return null
    return sealText(this.#sealer, JSON.stringify(words), aboutOf('outbox-loss', this.user))
  }
  /** The texts of the lost changes, in the order of `missing`; empty when they do not open. */
  async openLossWords(sealed: Sealed): Promise<readonly LostChange['words'][]> {
    const text = await openText(this.#sealer, sealed, aboutOf('outbox-loss', this.user))
    return text === null ? [] : JSON.parse(text)
  }

  #aboutEntry({ device, seq, id, revision }: Omit<SealedEntry, 'sealed'>): string {
    return aboutOf('outbox', this.user, device, seq, id, revision)
  }
  #aboutFinalState({ id, seq, state }: Pick<FinalState, 'id' | 'seq' | 'state'>): string {
    return aboutOf('outbox-fate', this.user, id, seq, state)
  }
  #aboutFile(id: string): string {
    return aboutOf('outbox-file', this.user, id)
  }
}

/** Seals one byte with the type's length, the type (at most 255 bytes), and the file's bytes. */
async function sealBytes(sealer: Sealer, bytes: Blob, about: string): Promise<Sealed> {
  const type = new TextEncoder().encode(bytes.type).subarray(0, 255)
  const content = new Uint8Array(await bytes.arrayBuffer())
  const plain = new Uint8Array(1 + type.length + content.length)
  plain[0] = type.length
  plain.set(type, 1)
  plain.set(content, 1 + type.length)
  return sealer.seal(plain, about)
}
