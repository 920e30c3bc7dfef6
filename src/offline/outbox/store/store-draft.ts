import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Meta, StoreWriter } from '../ports.ts'
import { ChangedEntries } from './entry-index.ts'
import type { KnownEntries } from './known-entries.ts'
import type { Opened } from './opened.ts'
import type { FateRow, MetaRow, RawReader, RawWriter, Stamp } from './raw-store.ts'
import type { FateContent, Sealing } from './sealing.ts'

/** What is written at the end of a run, sealed: entries as they are on the disk from then on. */
export interface SealedDraft {
  readonly stamp: Stamp
  readonly puts: readonly { readonly entry: OutboxEntry; readonly row: Awaited<ReturnType<Sealing['entry']>> }[]
  readonly fates: readonly { readonly id: string; readonly row: FateRow | null; readonly content: FateContent }[]
  readonly files: readonly { readonly id: string; readonly sealed: Uint8Array<ArrayBuffer> | null }[]
  readonly meta: { readonly meta: Meta; readonly row: MetaRow } | null
  readonly changed: readonly number[]
}

/** The contents of fates that were opened or written lately, by what tells one row from every other. */
export interface FateContents {
  get(key: string): FateContent | undefined
  set(key: string, content: FateContent): void
}
export const contentKey = ({ id, at }: Pick<FateRow, 'id' | 'at'>, { life }: Stamp): string =>
  `fate ${id} ${at} ${life}`

/** Thrown at a run that had no transaction and needs one; its outcome counts for nothing. */
class NeedsDisk extends Error {
  override readonly name = 'NeedsDisk'
}

interface World {
  readonly known: KnownEntries
  readonly sealing: Sealing
  readonly contents: FateContents
  readonly opened: Opened
  /** Null for a run over what is known alone. */
  readonly tx: RawReader | null
}

/**
 * One run of some work over the first copy as of a generation, with its writes held in memory. Where something is sealed
 * that it asks for, it gets less than there is, and the run is for nothing (`isVoid`): its work has no other effect.
 */
export class StoreDraft implements StoreWriter {
  readonly stamp: Stamp
  readonly #world: World
  readonly #entries: ChangedEntries
  readonly #fates = new Map<string, FinalState | null>()
  readonly #files = new Map<string, Blob | null>()
  readonly #read = new Map<string, { readonly row: FateRow; readonly fate: FinalState }>()
  #meta: Meta | null = null
  #neededDisk = false

  constructor(world: World) {
    this.#world = world
    this.stamp = world.known.stamp
    this.#entries = new ChangedEntries(world.known.index)
  }
  get neededDisk(): boolean {
    return this.#neededDisk
  }
  /** Something had to be opened first, or what is known has moved on meanwhile. */
  get isVoid(): boolean {
    const { opened, known } = this.#world
    return this.#neededDisk || opened.isWanting || known.stamp !== this.stamp
  }
  get hasWrites(): boolean {
    return this.#entries.changed.size + this.#fates.size + this.#files.size > 0 || this.#meta !== null
  }

  entries = async () => this.#entries.all()
  entry = async (seq: number) => this.#entries.get(seq)
  entryOf = async (id: string) => this.#entries.ofId(id)
  touching = async (key: string) => this.#entries.touching(key)
  firstTouching = async (key: string) => this.#entries.touching(key)[0]?.seq
  inState = async (state: OutboxEntry['state']) => this.#entries.inState(state)
  meta = async () => this.#meta ?? this.#world.known.meta

  async fate(id: string): Promise<FinalState | undefined> {
    const above = this.#fates.get(id)
    if (above !== undefined) return above ?? undefined
    const row = await this.#disk.fate(id)
    return row && this.#openedFate(row)
  }
  async fatesOf(seq: number): Promise<readonly FinalState[]> {
    return this.#withAbove(await this.#disk.fatesOf(seq), (fate) => fate.seq === seq)
  }
  async settling(): Promise<readonly FinalState[]> {
    return this.#withAbove(await this.#disk.settling(), ({ isSettling }) => isSettling)
  }
  async remembered(skip: number, limit: number): Promise<readonly FinalState[]> {
    const above = [...this.#fates.values()].filter((fate) => fate !== null && fate.entry !== null)
    // What is settled in this run is settled now.
    above.sort((a, b) => (b?.settledAt ?? 0) - (a?.settledAt ?? 0))
    const below = (await this.#disk.remembered()).filter((id) => !this.#fates.has(id))
    const ids = [...above.flatMap((fate) => fate?.id ?? []), ...below].slice(skip, skip + limit)
    const fates = await Promise.all(ids.map((id) => this.fate(id)))
    return fates.filter((fate) => fate !== undefined)
  }
  async fatesBefore(settledAt: number): Promise<readonly Pick<FinalState, 'id' | 'seq'>[]> {
    const below = (await this.#disk.fatesBefore(settledAt)).filter(({ id }) => !this.#fates.has(id))
    return [...below, ...this.#above((fate) => fate.settledAt < settledAt)]
  }
  async file(id: string): Promise<Blob | undefined> {
    const above = this.#files.get(id)
    if (above !== undefined) return above ?? undefined
    const sealed = await this.#disk.file(id)
    const { opened, sealing } = this.#world
    return (sealed && opened.get(`file ${id}`, () => sealing.openFile(id, sealed))) ?? undefined
  }
  async fileIds(): Promise<readonly string[]> {
    const below = (await this.#disk.fileIds()).filter((id) => !this.#files.has(id))
    return [...below, ...[...this.#files].flatMap(([id, bytes]) => (bytes ? [id] : []))]
  }

  async put(entry: OutboxEntry): Promise<void> {
    this.#entries.put(entry)
  }
  async drop(seq: number): Promise<void> {
    this.#entries.drop(seq)
  }
  async putFate(fate: FinalState): Promise<void> {
    this.#fates.set(fate.id, fate)
  }
  async dropFate(id: string): Promise<void> {
    this.#fates.set(id, null)
  }
  async putFile(id: string, bytes: Blob): Promise<void> {
    this.#files.set(id, bytes)
  }
  async dropFile(id: string): Promise<void> {
    this.#files.set(id, null)
  }
  async putMeta(meta: Meta): Promise<void> {
    this.#meta = meta
  }

  /** What the run has written, sealed, for the generation after its own. */
  async sealed(): Promise<SealedDraft> {
    const { sealing } = this.#world
    const [puts, fates, files, meta] = await Promise.all([
      Promise.all(this.#entries.above.map(async (entry) => ({ entry, row: await sealing.entry(entry) }))),
      Promise.all([...this.#fates].map(([id, fate]) => this.#sealedFate(id, fate))),
      Promise.all(
        [...this.#files].map(async ([id, bytes]) => ({ id, sealed: bytes && (await sealing.file(id, bytes)) })),
      ),
      this.#sealedMeta(),
    ])
    return { stamp: this.stamp, puts, fates, files, meta, changed: [...this.#entries.changed] }
  }

  async #sealedFate(id: string, fate: FinalState | null) {
    const content: FateContent = { entry: fate?.entry ?? null, versions: fate?.versions ?? [] }
    if (fate === null) return { id, row: null, content }
    const { seq, state, settledAt, isSettling, entry, versions } = fate
    const before = this.#read.get(id)
    const isSame =
      before?.row.seq === seq &&
      before.row.state === state &&
      before.fate.entry === entry &&
      before.fate.versions === versions
    const sealed = isSame ? before.row.sealed : await this.#world.sealing.fate(fate)
    const at = this.stamp.generation + 1
    return { id, row: { id, seq, state, settledAt, isSettling, at, isRemembered: entry !== null, sealed }, content }
  }
  async #sealedMeta() {
    const meta = this.#meta
    if (meta === null) return null
    const { known, sealing } = this.#world
    const { nextSeq, device, heldUpTo = 0, signIn, loss } = meta
    const lossWords = loss === known.meta.loss ? known.metaRow.lossWords : await sealing.loss(loss)
    const missing = loss?.missing?.map(({ words: _, ...numbers }) => numbers)
    const lossRow = loss && { count: loss.count, foundAt: loss.foundAt, ...(missing && { missing }) }
    const held = { heldUpTo, ...(signIn !== undefined && { signIn }) }
    return { meta, row: { nextSeq, device, ...held, loss: lossRow, lossWords } }
  }

  get #disk(): RawReader {
    const { tx } = this.#world
    if (tx) return tx
    this.#neededDisk = true
    throw new NeedsDisk()
  }
  #above(is: (fate: FinalState) => boolean): readonly FinalState[] {
    return [...this.#fates.values()].filter((fate) => fate !== null).filter(is)
  }
  #withAbove(rows: readonly FateRow[], is: (fate: FinalState) => boolean): readonly FinalState[] {
    const below = rows.filter(({ id }) => !this.#fates.has(id)).map((row) => this.#openedFate(row))
    return [...below, ...this.#above(is)]
  }
  #openedFate(row: FateRow): FinalState {
    const { contents, opened, sealing } = this.#world
    const key = contentKey(row, this.stamp)
    const content = row.sealed ? (contents.get(key) ?? opened.get(key, () => sealing.openFate(row))) : NOTHING
    if (row.sealed && content) contents.set(key, content)
    const { id, seq, state, settledAt, isSettling } = row
    const fate = { id, seq, state, settledAt, isSettling, ...(content ?? NOTHING) }
    this.#read.set(id, { row, fate })
    return fate
  }
}
const NOTHING: FateContent = { entry: null, versions: [] }

/** Writes a sealed draft into the first copy. */
export async function writeDraft(tx: RawWriter, draft: SealedDraft): Promise<void> {
  const { stamp, puts, fates, files, meta, changed } = draft
  const at = stamp.generation + 1
  const put = new Set(puts.map(({ entry }) => entry.seq))
  await Promise.all([
    ...changed.filter((seq) => !put.has(seq)).map((seq) => tx.drop(seq)),
    ...puts.map(({ row }) => tx.put({ ...row, at })),
    ...fates.map(({ id, row }) => (row ? tx.putFate(row) : tx.dropFate(id))),
    ...files.map(({ id, sealed }) => (sealed ? tx.putFile(id, sealed) : tx.dropFile(id))),
    ...(meta ? [tx.putMeta(meta.row)] : []),
    tx.raise({ life: stamp.life, generation: at }, changed),
  ])
}
