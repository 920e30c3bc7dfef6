import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Loss, Meta } from '../ports.ts'
import { EntryIndex } from './entry-index.ts'
import type { OpenedValues } from './opened-values.ts'
import { type EntryRow, isSameStamp, type MetaRow, type RawReader, type Stamp } from './raw-store.ts'
import { changedNumbers } from './row-validation.ts'
import type { Sealing } from './sealing.ts'

const UNREAD_STAMP: Stamp = { life: '', generation: -1 }
const NEW_META_ROW: MetaRow = { nextSeq: 1, device: null, heldUpTo: 0, loss: null, lossWords: null }

/** What a read or a write has revealed about the first copy. */
interface KnownUpdate {
  readonly stamp: Stamp
  readonly changed: readonly { readonly seq: number; readonly entry: OutboxEntry | undefined; readonly at: number }[]
  readonly meta: Meta
  readonly metaRow: MetaRow
}

/**
 * The unsettled entries of the first copy as of one generation, opened. Inside a transaction they are brought up to
 * date with what was written since; the cost depends only on what has changed.
 */
export class KnownEntries {
  readonly #sealing: Sealing
  readonly #rowGenerations = new Map<number, number>()
  readonly index = new EntryIndex()
  /** Applies what the last read found, once sealed rows in it have been opened; null when nothing is pending. */
  #pendingUpdate: ((opened: OpenedValues) => boolean) | null = null
  stamp: Stamp = UNREAD_STAMP
  meta: Meta = { nextSeq: 1, device: null, loss: null }
  metaRow: MetaRow = NEW_META_ROW

  constructor(sealing: Sealing) {
    this.#sealing = sealing
  }
  get isRead(): boolean {
    return this.stamp !== UNREAD_STAMP
  }

  /** Brings the entries up to date with a transaction. False when some rows must be opened first. */
  async catchUp(tx: RawReader, opened: OpenedValues): Promise<boolean> {
    const stamp = await tx.stamp()
    if (this.isRead && isSameStamp(stamp, this.stamp)) return true
    const [changedRows, metaRow] = await Promise.all([this.#changedRows(tx, stamp), tx.meta()])
    const rows = changedRows ?? (await tx.rows()).map((row) => ({ seq: row.seq, row }))
    const before = this.stamp
    const isSameLife = stamp.life === before.life && stamp.generation > before.generation
    const update = (from: OpenedValues): boolean => {
      if (this.stamp !== before) return false
      const changed = rows.map(({ seq, row }) => ({
        ...{ seq, at: row?.at ?? 0 },
        entry: row && this.#openedEntry(row, stamp, isSameLife, from),
      }))
      const meta = this.#openedMeta(metaRow ?? NEW_META_ROW, stamp, from)
      if (from.isWanting) return false
      if (changedRows === null) this.#forgetAll()
      this.apply({ stamp, changed, meta, metaRow: metaRow ?? NEW_META_ROW })
      return true
    }
    const isApplied = update(opened)
    this.#pendingUpdate = isApplied ? null : update
    return isApplied
  }
  /** Applies what the last read found, now that it is open: the state of that time, whatever was written since. */
  applyPending(opened: OpenedValues): boolean {
    const update = this.#pendingUpdate
    this.#pendingUpdate = null
    return update?.(opened) ?? false
  }
  apply({ stamp, changed, meta, metaRow }: KnownUpdate): void {
    for (const { seq, entry, at } of changed) {
      if (entry) this.index.put(entry)
      else this.index.drop(seq)
      if (entry) this.#rowGenerations.set(seq, at)
      else this.#rowGenerations.delete(seq)
    }
    this.stamp = stamp
    this.meta = meta
    this.metaRow = metaRow
  }

  /** The rows written since the last update; null when the record of changes does not reach back that far. */
  async #changedRows(tx: RawReader, stamp: Stamp) {
    const since = stamp.generation - this.stamp.generation
    if (!this.isRead || stamp.life !== this.stamp.life || since < 0) return null
    const changes = await tx.changes(this.stamp.generation, stamp.generation)
    if (changes.length !== since) return null
    const seqs = changedNumbers(changes)
    return seqs && Promise.all(seqs.map(async (seq) => ({ seq, row: await tx.row(seq) })))
  }
  #openedEntry(row: EntryRow, { life }: Stamp, isSameLife: boolean, opened: OpenedValues): OutboxEntry | undefined {
    const known = this.index.get(row.seq)
    if (known && isSameLife && this.#rowGenerations.get(row.seq) === row.at && known.id === row.id) return known
    return opened.get(`entry ${row.seq} ${row.at} ${life}`, () => this.#sealing.openEntry(row))
  }
  #openedMeta(row: MetaRow, { life, generation }: Stamp, opened: OpenedValues): Meta {
    const { nextSeq, device, heldUpTo, signIn, loss, lossWords } = row
    const words = lossWords && opened.get(`loss ${generation} ${life}`, () => this.#sealing.openLossWords(lossWords))
    const heldRange = { ...(heldUpTo > 0 && { heldUpTo }), ...(signIn !== undefined && { signIn }) }
    return { nextSeq, device, ...heldRange, loss: loss && withWords(loss, words ?? []) }
  }
  #forgetAll(): void {
    for (const { seq } of this.index.all()) this.index.drop(seq)
    this.#rowGenerations.clear()
  }
}

type LostWords = NonNullable<Loss['missing']>[number]['words']
function withWords(loss: NonNullable<MetaRow['loss']>, words: readonly LostWords[]): Loss {
  const { missing, ...rest } = loss
  return missing ? { ...rest, missing: missing.map((one, at) => ({ ...one, words: words[at] ?? null })) } : rest
}
