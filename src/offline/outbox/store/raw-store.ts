import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import type { Sealed } from '#src/seal/sealer.ts'

/** An entry as stored on the device: its id, numbers and device unsealed, its content sealed. */
export interface SealedEntry {
  readonly seq: number
  readonly id: string
  readonly revision: number
  readonly device: string
  readonly sealed: Sealed
}
/** `at`: the generation of the write that stored the row. Together with `seq` it identifies one sealed text. */
export interface EntryRow extends SealedEntry {
  readonly at: number
}
/** A final state. `sealed`: the entry and the versions; null when there are none. */
export interface FinalStateRow extends Pick<FinalState, 'id' | 'seq' | 'state' | 'settledAt' | 'isSettling'> {
  readonly at: number
  /** The sealed part contains the entry. */
  readonly isRemembered: boolean
  readonly sealed: Sealed | null
}
export interface LossRow {
  readonly count: number
  readonly foundAt: number
  readonly missing?: readonly { readonly seq: number; readonly madeAt: number | null; readonly isUnconfirmed?: true }[]
}
export interface MetaRow {
  readonly nextSeq: number
  readonly device: string | null
  readonly heldUpTo: number
  readonly signIn?: string
  readonly loss: LossRow | null
  /** The texts of the lost changes; null when there are none. */
  readonly lossWords: Sealed | null
}
/** Every write increments `generation`. `life` differs for each database that was created under the same name. */
export interface Stamp {
  readonly life: string
  readonly generation: number
}

/** A row that was stored unsealed, before version 3 of the database. */
export interface UnsealedRow {
  readonly key: string | number
  readonly value: unknown
}
export const UNSEALED_KINDS = ['entries', 'fates', 'files', 'meta'] as const
export type UnsealedKind = (typeof UNSEALED_KINDS)[number]

export interface RawReader {
  stamp(): Promise<Stamp>
  /**
   * The sequence numbers changed by each write after generation `after`, up to and including `upTo`, as far as
   * recorded.
   */
  changes(after: number, upTo: number): Promise<readonly (readonly number[])[]>
  rows(): Promise<readonly EntryRow[]>
  row(seq: number): Promise<EntryRow | undefined>
  /** The keys of entry rows that are not valid sequence numbers: such rows were written by hand. */
  invalidKeys(): Promise<readonly number[]>
  /** Whether an entry with this id exists. */
  hasEntry(id: string): Promise<boolean>
  finalStateRow(id: string): Promise<FinalStateRow | undefined>
  finalStateRowsOf(seq: number): Promise<readonly FinalStateRow[]>
  settlingRows(): Promise<readonly FinalStateRow[]>
  /** The ids of final states that have their entry, the last settled first. */
  rememberedIds(): Promise<readonly string[]>
  finalStateRowsBefore(settledAt: number): Promise<readonly FinalStateRow[]>
  file(id: string): Promise<Sealed | undefined>
  fileIds(): Promise<readonly string[]>
  meta(): Promise<MetaRow | undefined>
  /** At most `most` of the rows that are still unsealed. */
  unsealedRows(kind: UnsealedKind, most: number): Promise<readonly UnsealedRow[]>
}
export interface RawWriter extends RawReader {
  putRow(row: EntryRow): Promise<void>
  dropRow(seq: number): Promise<void>
  putFinalStateRow(row: FinalStateRow): Promise<void>
  dropFinalStateRow(id: string): Promise<void>
  putFile(id: string, sealed: Sealed): Promise<void>
  dropFile(id: string): Promise<void>
  putMeta(row: MetaRow): Promise<void>
  /** Starts a generation and records the sequence numbers of the entries that it changes. */
  startGeneration(to: Stamp, changed: readonly number[]): Promise<void>
  /** Removes an unsealed row. False when another tab has already removed it. */
  removeUnsealedRow(kind: UnsealedKind, key: string | number): Promise<boolean>
}
/** The first copy as stored on the device. Inside a transaction, await only its own requests. */
export interface RawStore {
  read<T>(work: (tx: RawReader) => Promise<T>): Promise<T>
  /** Durable when it resolves. Nothing is stored when it rejects. */
  write<T>(work: (tx: RawWriter) => Promise<T>): Promise<T>
  /** How often this tab has been frozen: after a freeze, other tabs may have had its locks. */
  freezes(): number
  close(): void
}

export const isSameStamp = (one: Stamp, other: Stamp): boolean =>
  one.generation === other.generation && one.life === other.life
