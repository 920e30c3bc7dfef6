import type { FinalState } from '#src/offline/outbox/entry/entry.ts'
import type { Sealed } from '#src/seal/sealer.ts'

/** An entry as it lies on the device: what it is called and whose number it has in clear, all that it says sealed. */
export interface SealedEntry {
  readonly seq: number
  readonly id: string
  readonly revision: number
  readonly device: string
  readonly sealed: Sealed
}
/** `at`: the generation of the write that stored it. With the number it tells one sealed text from every other. */
export interface EntryRow extends SealedEntry {
  readonly at: number
}
/** A fate. `sealed`: the entry and the versions, null where there are none. */
export interface FateRow extends Pick<FinalState, 'id' | 'seq' | 'state' | 'settledAt' | 'isSettling'> {
  readonly at: number
  /** It has its entry. */
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
  /** In words what is lost; null where there are none. */
  readonly lossWords: Sealed | null
}
/** `generation` is raised by each write; `life` is another for each database that was made anew under the name. */
export interface Stamp {
  readonly life: string
  readonly generation: number
}

/** A row that the second version of the app stored in clear. */
export interface ClearRow {
  readonly key: string | number
  readonly value: unknown
}
export const CLEAR_KINDS = ['entries', 'fates', 'files', 'meta'] as const
export type ClearKind = (typeof CLEAR_KINDS)[number]

export interface RawReader {
  stamp(): Promise<Stamp>
  /** The numbers of the entries that each write after a generation, up to another, has changed, as far as it is on record. */
  changes(after: number, upTo: number): Promise<readonly (readonly number[])[]>
  rows(): Promise<readonly EntryRow[]>
  row(seq: number): Promise<EntryRow | undefined>
  /** The keys of rows that are under no number of the app's: they were put there by hand. */
  unnumbered(): Promise<readonly number[]>
  /** Whether an entry with this id is there. */
  hasEntry(id: string): Promise<boolean>
  fate(id: string): Promise<FateRow | undefined>
  fatesOf(seq: number): Promise<readonly FateRow[]>
  settling(): Promise<readonly FateRow[]>
  /** The ids of the fates that have their entry, the last settled first. */
  remembered(): Promise<readonly string[]>
  fatesBefore(settledAt: number): Promise<readonly FateRow[]>
  file(id: string): Promise<Sealed | undefined>
  fileIds(): Promise<readonly string[]>
  meta(): Promise<MetaRow | undefined>
  /** At most so many of the rows that are still in clear. */
  clear(kind: ClearKind, most: number): Promise<readonly ClearRow[]>
}
export interface RawWriter extends RawReader {
  put(row: EntryRow): Promise<void>
  drop(seq: number): Promise<void>
  putFate(row: FateRow): Promise<void>
  dropFate(id: string): Promise<void>
  putFile(id: string, sealed: Sealed): Promise<void>
  dropFile(id: string): Promise<void>
  putMeta(row: MetaRow): Promise<void>
  /** Begins a generation, with the numbers of the entries that it changes. */
  raise(to: Stamp, changed: readonly number[]): Promise<void>
  /** Takes a clear row away; false when another tab has. */
  takeClear(kind: ClearKind, key: string | number): Promise<boolean>
}
/** The first copy as it lies on the device. What is awaited inside a transaction are its own requests alone. */
export interface RawStore {
  read<T>(work: (tx: RawReader) => Promise<T>): Promise<T>
  /** Durable when it resolves; nothing of it is kept when it rejects. */
  write<T>(work: (tx: RawWriter) => Promise<T>): Promise<T>
  /** How often this tab has been frozen: others may have had its locks since. */
  freezes(): number
  close(): void
}

export const isSameStamp = (one: Stamp, other: Stamp): boolean =>
  one.generation === other.generation && one.life === other.life
