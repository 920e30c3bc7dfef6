import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Loss, Meta } from '../ports.ts'
import { EntryIndex } from './entry-index.ts'
import { changedNumbers } from './judged-rows.ts'
import type { Opened } from './opened.ts'
import { type EntryRow, isSameStamp, type MetaRow, type RawReader, type Stamp } from './raw-store.ts'
import type { Sealing } from './sealing.ts'

const UNREAD: Stamp = { life: '', generation: -1 }
const NEW: MetaRow = { nextSeq: 1, device: null, heldUpTo: 0, loss: null, lossWords: null }

/** What is known of the first copy after a write, or after a look at it. */
interface Step {
  readonly stamp: Stamp
  readonly changed: readonly { readonly seq: number; readonly entry: OutboxEntry | undefined; readonly at: number }[]
  readonly meta: Meta
  readonly metaRow: MetaRow
}

/**
 * The unsettled entries of the first copy as of one of its generations, opened. It is brought up to date inside a
 * transaction by what was written since: that costs what has changed.
 */
export class KnownEntries {
  readonly #sealing: Sealing
  readonly #at = new Map<number, number>()
  readonly index = new EntryIndex()
  /** What the last look found and could not take over, for some of it is to be opened first. */
  #found: ((opened: Opened) => boolean) | null = null
  stamp: Stamp = UNREAD
  meta: Meta = { nextSeq: 1, device: null, loss: null }
  metaRow: MetaRow = NEW

  constructor(sealing: Sealing) {
    this.#sealing = sealing
  }
  get isRead(): boolean {
    return this.stamp !== UNREAD
  }

  /** Takes over what a transaction finds; false when some of it has to be opened first. */
  async catchUp(tx: RawReader, opened: Opened): Promise<boolean> {
    const stamp = await tx.stamp()
    if (this.isRead && isSameStamp(stamp, this.stamp)) return true
    const [some, metaRow] = await Promise.all([this.#changedRows(tx, stamp), tx.meta()])
    const rows = some ?? (await tx.rows()).map((row) => ({ seq: row.seq, row }))
    const before = this.stamp
    const isSameLife = stamp.life === before.life && stamp.generation > before.generation
    const takeOver = (from: Opened): boolean => {
      if (this.stamp !== before) return false
      const changed = rows.map(({ seq, row }) => ({
        ...{ seq, at: row?.at ?? 0 },
        entry: row && this.#opened(row, stamp, isSameLife, from),
      }))
      const meta = this.#openedMeta(metaRow ?? NEW, stamp, from)
      if (from.isWanting) return false
      if (some === null) this.#forget()
      this.take({ stamp, changed, meta, metaRow: metaRow ?? NEW })
      return true
    }
    const isTaken = takeOver(opened)
    this.#found = isTaken ? null : takeOver
    return isTaken
  }
  /** Takes over what the last look found, now that it is opened: as of then, whatever was written since. */
  takeFound(opened: Opened): boolean {
    const takeOver = this.#found
    this.#found = null
    return takeOver?.(opened) ?? false
  }
  take({ stamp, changed, meta, metaRow }: Step): void {
    for (const { seq, entry, at } of changed) {
      if (entry) this.index.put(entry)
      else this.index.drop(seq)
      if (entry) this.#at.set(seq, at)
      else this.#at.delete(seq)
    }
    this.stamp = stamp
    this.meta = meta
    this.metaRow = metaRow
  }

  /** The rows that were written since; null when that is not on record, or too much. */
  async #changedRows(tx: RawReader, stamp: Stamp) {
    const since = stamp.generation - this.stamp.generation
    if (!this.isRead || stamp.life !== this.stamp.life || since < 0) return null
    const changes = await tx.changes(this.stamp.generation, stamp.generation)
    if (changes.length !== since) return null
    const seqs = changedNumbers(changes)
    return seqs && Promise.all(seqs.map(async (seq) => ({ seq, row: await tx.row(seq) })))
  }
  #opened(row: EntryRow, { life }: Stamp, isSameLife: boolean, opened: Opened): OutboxEntry | undefined {
    const known = this.index.get(row.seq)
    if (known && isSameLife && this.#at.get(row.seq) === row.at && known.id === row.id) return known
    return opened.get(`entry ${row.seq} ${row.at} ${life}`, () => this.#sealing.openEntry(row))
  }
  #openedMeta(row: MetaRow, { life, generation }: Stamp, opened: Opened): Meta {
    const { nextSeq, device, heldUpTo, signIn, loss, lossWords } = row
    const words = lossWords && opened.get(`loss ${generation} ${life}`, () => this.#sealing.openLoss(lossWords))
    const held = { ...(heldUpTo > 0 && { heldUpTo }), ...(signIn !== undefined && { signIn }) }
    return { nextSeq, device, ...held, loss: loss && withWords(loss, words ?? []) }
  }
  #forget(): void {
    for (const { seq } of this.index.all()) this.index.drop(seq)
    this.#at.clear()
  }
}

type Words = NonNullable<Loss['missing']>[number]['words']
function withWords(loss: NonNullable<MetaRow['loss']>, words: readonly Words[]): Loss {
  const { missing, ...rest } = loss
  return missing ? { ...rest, missing: missing.map((one, at) => ({ ...one, words: words[at] ?? null })) } : rest
}
