import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Meta, StoreWriter } from '../ports.ts'
import { OverlaidEntries } from './entry-index.ts'
import type { KnownEntries } from './known-entries.ts'
import type { OpenedValues } from './opened-values.ts'
import type { FinalStateRow, MetaRow, RawReader, RawWriter, Stamp } from './raw-store.ts'
import type { FinalStateContent, Sealing } from './sealing.ts'

/** The sealed writes of a run. */
export interface SealedDraft {
  readonly stamp: Stamp
  readonly puts: readonly { readonly entry: OutboxEntry; readonly row: Awaited<ReturnType<Sealing['sealEntry']>> }[]
  readonly finalStates: readonly {
    readonly id: string
    readonly row: FinalStateRow | null
    readonly content: FinalStateContent
  }[]
  readonly files: readonly { readonly id: string; readonly sealed: Uint8Array<ArrayBuffer> | null }[]
  readonly meta: { readonly meta: Meta; readonly row: MetaRow } | null
  readonly changed: readonly number[]
}

/** The contents of final states that were opened or written lately, by a key that identifies one row. */
export interface FinalStateContents {
  get(key: string): FinalStateContent | undefined
  set(key: string, content: FinalStateContent): void
}
export const contentKey = ({ id, at }: Pick<FinalStateRow, 'id' | 'at'>, { life }: Stamp): string =>
  `fate ${id} ${at} ${life}`

/** Thrown in a run that needs a transaction and has none. The run is then void. */
class NeedsDisk extends Error {
  override readonly name = 'NeedsDisk'
}

interface DraftContext {
  readonly known: KnownEntries
  readonly sealing: Sealing
  readonly contents: FinalStateContents
  readonly opened: OpenedValues
  /** Null for a run that uses only known entries. */
  readonly tx: RawReader | null
}

/**
 * One run of a piece of work over the first copy as of one generation. Its writes are collected in memory. When the
 * work requests a value that is still sealed, it gets an incomplete result and the run is void (`isVoid`); void runs
 * are safe, because work has no other effects.
 */
export class StoreDraft implements StoreWriter {
  readonly stamp: Stamp
  readonly #context: DraftContext
  readonly #entries: OverlaidEntries
  readonly #finalStates = new Map<string, FinalState | null>()
  readonly #files = new Map<string, Blob | null>()
  readonly #openedRows = new Map<string, { readonly row: FinalStateRow; readonly finalState: FinalState }>()
  #meta: Meta | null = null
  #needsDisk = false

  constructor(world: DraftContext) {
    this.#context = world
    this.stamp = world.known.stamp
    this.#entries = new OverlaidEntries(world.known.index)
  }
  get neededDisk(): boolean {
    return this.#needsDisk
  }
  /** A value must be opened first, a transaction is needed, or the known entries have changed during the run. */
  get isVoid(): boolean {
    const { opened, known } = this.#context
    return this.#needsDisk || opened.isWanting || known.stamp !== this.stamp
  }
  get hasWrites(): boolean {
    return this.#entries.changed.size + this.#finalStates.size + this.#files.size > 0 || this.#meta !== null
  }

  entries = async () => this.#entries.all()
  entry = async (seq: number) => this.#entries.get(seq)
  entryById = async (id: string) => this.#entries.byId(id)
  entriesTouching = async (key: string) => this.#entries.touching(key)
  firstTouching = async (key: string) => this.#entries.touching(key)[0]?.seq
  entriesInState = async (state: OutboxEntry['state']) => this.#entries.inState(state)
  meta = async () => this.#meta ?? this.#context.known.meta

  async finalState(id: string): Promise<FinalState | undefined> {
    const put = this.#finalStates.get(id)
    if (put !== undefined) return put ?? undefined
    const row = await this.#disk.finalStateRow(id)
    return row && this.#toFinalState(row)
  }
  async finalStatesOf(seq: number): Promise<readonly FinalState[]> {
    return this.#mergedWithPut(await this.#disk.finalStateRowsOf(seq), (finalState) => finalState.seq === seq)
  }
  async settlingStates(): Promise<readonly FinalState[]> {
    return this.#mergedWithPut(await this.#disk.settlingRows(), ({ isSettling }) => isSettling)
  }
  async rememberedStates(skip: number, limit: number): Promise<readonly FinalState[]> {
    const put = [...this.#finalStates.values()].filter((finalState) => finalState !== null && finalState.entry !== null)
    // Final states put in this run are the newest.
    put.sort((a, b) => (b?.settledAt ?? 0) - (a?.settledAt ?? 0))
    const stored = (await this.#disk.rememberedIds()).filter((id) => !this.#finalStates.has(id))
    const ids = [...put.flatMap((finalState) => finalState?.id ?? []), ...stored].slice(skip, skip + limit)
    const finalStates = await Promise.all(ids.map((id) => this.finalState(id)))
    return finalStates.filter((finalState) => finalState !== undefined)
  }
  async finalStatesBefore(settledAt: number): Promise<readonly Pick<FinalState, 'id' | 'seq'>[]> {
    const stored = (await this.#disk.finalStateRowsBefore(settledAt)).filter(({ id }) => !this.#finalStates.has(id))
    return [...stored, ...this.#putFinalStates((finalState) => finalState.settledAt < settledAt)]
  }
  async file(id: string): Promise<Blob | undefined> {
    const put = this.#files.get(id)
    if (put !== undefined) return put ?? undefined
    const sealed = await this.#disk.file(id)
    const { opened, sealing } = this.#context
    return (sealed && opened.get(`file ${id}`, () => sealing.openFile(id, sealed))) ?? undefined
  }
  async fileIds(): Promise<readonly string[]> {
    const stored = (await this.#disk.fileIds()).filter((id) => !this.#files.has(id))
    return [...stored, ...[...this.#files].flatMap(([id, bytes]) => (bytes ? [id] : []))]
  }

  async putEntry(entry: OutboxEntry): Promise<void> {
    this.#entries.put(entry)
  }
  async dropEntry(seq: number): Promise<void> {
    this.#entries.drop(seq)
  }
  async putFinalState(finalState: FinalState): Promise<void> {
    this.#finalStates.set(finalState.id, finalState)
  }
  async dropFinalState(id: string): Promise<void> {
    this.#finalStates.set(id, null)
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

  /** The writes of the run, sealed for the next generation. */
  async sealed(): Promise<SealedDraft> {
    const { sealing } = this.#context
    const [puts, finalStates, files, meta] = await Promise.all([
      Promise.all(this.#entries.putEntries.map(async (entry) => ({ entry, row: await sealing.sealEntry(entry) }))),
      Promise.all([...this.#finalStates].map(([id, finalState]) => this.#sealFinalState(id, finalState))),
      Promise.all(
        [...this.#files].map(async ([id, bytes]) => ({ id, sealed: bytes && (await sealing.sealFile(id, bytes)) })),
      ),
      this.#sealMeta(),
    ])
    return { stamp: this.stamp, puts, finalStates, files, meta, changed: [...this.#entries.changed] }
  }

  async #sealFinalState(id: string, finalState: FinalState | null) {
    const content: FinalStateContent = { entry: finalState?.entry ?? null, versions: finalState?.versions ?? [] }
    if (finalState === null) return { id, row: null, content }
    const { seq, state, settledAt, isSettling, entry, versions } = finalState
    const before = this.#openedRows.get(id)
    const isUnchanged =
      before?.row.seq === seq &&
      before.row.state === state &&
      before.finalState.entry === entry &&
      before.finalState.versions === versions
    const sealed = isUnchanged ? before.row.sealed : await this.#context.sealing.sealFinalState(finalState)
    const at = this.stamp.generation + 1
    return { id, row: { id, seq, state, settledAt, isSettling, at, isRemembered: entry !== null, sealed }, content }
  }
  async #sealMeta() {
    const meta = this.#meta
    if (meta === null) return null
    const { known, sealing } = this.#context
    const { nextSeq, device, heldUpTo = 0, signIn, loss } = meta
    const lossWords = loss === known.meta.loss ? known.metaRow.lossWords : await sealing.sealLossWords(loss)
    const missing = loss?.missing?.map(({ words: _, ...numbers }) => numbers)
    const lossRow = loss && { count: loss.count, foundAt: loss.foundAt, ...(missing && { missing }) }
    const heldRange = { heldUpTo, ...(signIn !== undefined && { signIn }) }
    return { meta, row: { nextSeq, device, ...heldRange, loss: lossRow, lossWords } }
  }

  get #disk(): RawReader {
    const { tx } = this.#context
    if (tx) return tx
    this.#needsDisk = true
    throw new NeedsDisk()
  }
  #putFinalStates(matches: (finalState: FinalState) => boolean): readonly FinalState[] {
    return [...this.#finalStates.values()].filter((finalState) => finalState !== null).filter(matches)
  }
  #mergedWithPut(rows: readonly FinalStateRow[], matches: (finalState: FinalState) => boolean): readonly FinalState[] {
    const stored = rows.filter(({ id }) => !this.#finalStates.has(id)).map((row) => this.#toFinalState(row))
    return [...stored, ...this.#putFinalStates(matches)]
  }
  #toFinalState(row: FinalStateRow): FinalState {
    const { contents, opened, sealing } = this.#context
    const key = contentKey(row, this.stamp)
    const content = row.sealed ? (contents.get(key) ?? opened.get(key, () => sealing.openFinalState(row))) : NO_CONTENT
    if (row.sealed && content) contents.set(key, content)
    const { id, seq, state, settledAt, isSettling } = row
    const finalState = { id, seq, state, settledAt, isSettling, ...(content ?? NO_CONTENT) }
    this.#openedRows.set(id, { row, finalState })
    return finalState
  }
}
const NO_CONTENT: FinalStateContent = { entry: null, versions: [] }

/** Writes a sealed draft to the first copy. */
export async function writeDraft(tx: RawWriter, draft: SealedDraft): Promise<void> {
  const { stamp, puts, finalStates, files, meta, changed } = draft
  const at = stamp.generation + 1
  const put = new Set(puts.map(({ entry }) => entry.seq))
  await Promise.all([
    ...changed.filter((seq) => !put.has(seq)).map((seq) => tx.dropRow(seq)),
    ...puts.map(({ row }) => tx.putRow({ ...row, at })),
    ...finalStates.map(({ id, row }) => (row ? tx.putFinalStateRow(row) : tx.dropFinalStateRow(id))),
    ...files.map(({ id, sealed }) => (sealed ? tx.putFile(id, sealed) : tx.dropFile(id))),
    ...(meta ? [tx.putMeta(meta.row)] : []),
    tx.startGeneration({ life: stamp.life, generation: at }, changed),
  ])
}
