import { entryFromStored, type FinalState, fateFromStored, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isUnopened, unopenedEntry } from '#src/offline/outbox/entry/unopened.ts'
import { aboutOf, openText, type Sealed, type Sealer, sealText } from '#src/seal/sealer.ts'
import type { Loss, Missing } from '../ports.ts'
import type { FateRow, SealedEntry } from './raw-store.ts'

/** What a fate says under its seal. */
export type FateContent = Pick<FinalState, 'entry' | 'versions'>

/**
 * Seals and opens what one person's outbox keeps, in both copies. Both hold the same sealed text of an entry, so that it
 * is made once; it opens only under its own number, id and revision.
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

  /** Rejects for an entry that stands for an unopened one and is not just that: its content would be gone. */
  async entry(entry: OutboxEntry): Promise<SealedEntry> {
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
  /** What an entry says; null when it does not open. */
  async contentOf(row: SealedEntry): Promise<unknown> {
    const text = await openText(this.#sealer, row.sealed, this.#aboutEntry(row))
    return text === null ? null : JSON.parse(text)
  }
  /** The entry; when it does not open, one that stands for it and keeps its sealed text. */
  async openEntry(row: SealedEntry): Promise<OutboxEntry> {
    const content = await this.contentOf(row)
    return content === null ? this.unopened(row) : entryFromStored(content as OutboxEntry)
  }
  unopened({ seq, id, revision, device, sealed }: SealedEntry): OutboxEntry {
    const row = { seq, id, revision, device, sealed }
    const entry = unopenedEntry(row, this.user)
    this.#entries.set(entry, Promise.resolve(row))
    return entry
  }

  async fate(fate: FinalState): Promise<Sealed | null> {
    const { entry, versions } = fate
    if (entry === null && versions.length === 0) return null
    return sealText(this.#sealer, JSON.stringify({ entry, versions }), this.#aboutFate(fate))
  }
  /** What does not open is as good as forgotten. */
  async openFate(row: FateRow): Promise<FateContent> {
    const text = row.sealed && (await openText(this.#sealer, row.sealed, this.#aboutFate(row)))
    if (text === null) return { entry: null, versions: [] }
    const { entry, versions } = fateFromStored({ ...row, ...JSON.parse(text) })
    return { entry, versions }
  }

  /** A file with its type. */
  file(id: string, bytes: Blob): Promise<Sealed> {
    const known = this.#files.get(bytes)
    if (known !== undefined) return known
    const sealing = sealFile(this.#sealer, bytes, this.#aboutFile(id))
    this.#files.set(bytes, sealing)
    return sealing
  }
  async openFile(id: string, sealed: Sealed): Promise<Blob | null> {
    const plain = await this.#sealer.open(sealed, this.#aboutFile(id))
    if (plain === null) return null
    const start = 1 + (plain[0] ?? 0)
    return new Blob([plain.subarray(start)], { type: new TextDecoder().decode(plain.subarray(1, start)) })
  }

  async loss(loss: Loss | null): Promise<Sealed | null> {
    const words = loss?.missing?.map((one) => one.words) ?? []
    if (words.every((one) => one === null)) return null
    return sealText(this.#sealer, JSON.stringify(words), aboutOf('outbox-loss', this.user))
  }
  /** The words of what is lost, in the order of its numbers; none where they do not open. */
  async openLoss(sealed: Sealed): Promise<readonly Missing['words'][]> {
    const text = await openText(this.#sealer, sealed, aboutOf('outbox-loss', this.user))
    return text === null ? [] : JSON.parse(text)
  }

  #aboutEntry({ device, seq, id, revision }: Omit<SealedEntry, 'sealed'>): string {
    return aboutOf('outbox', this.user, device, seq, id, revision)
  }
  #aboutFate({ id, seq, state }: Pick<FinalState, 'id' | 'seq' | 'state'>): string {
    return aboutOf('outbox-fate', this.user, id, seq, state)
  }
  #aboutFile(id: string): string {
    return aboutOf('outbox-file', this.user, id)
  }
}

/** A length, the type, the bytes. */
async function sealFile(sealer: Sealer, bytes: Blob, about: string): Promise<Sealed> {
  const type = new TextEncoder().encode(bytes.type).subarray(0, 255)
  const content = new Uint8Array(await bytes.arrayBuffer())
  const plain = new Uint8Array(1 + type.length + content.length)
  plain[0] = type.length
  plain.set(type, 1)
  plain.set(content, 1 + type.length)
  return sealer.seal(plain, about)
}
