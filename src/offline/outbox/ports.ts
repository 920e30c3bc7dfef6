import type { AnyCommand, RecordKey } from '../command.ts'
import type { EntryWords, FinalState, OutboxEntry, StoredFile } from './entry/entry.ts'
import type { FileBytes } from './save/stored-files.ts'
import type { AttemptResult } from './send/attempt-result.ts'

/**
 * What the outbox needs from its environment. Each port has a real adapter in this folder and a fake in
 * `tests/support`.
 */
export interface OutboxPorts {
  readonly store: Store
  readonly mirror: Mirror
  readonly photos: SmallPhotos
  readonly locks: Locks
  readonly channel: Channel
  readonly clock: Clock
  readonly ids: Ids
  readonly transport: Transport
  readonly session: UserSession
  readonly lossMarker: LossMarker
  readonly signals: Signals
  readonly device: Device
  readonly tally: ServerTally
  /**
   * Refetches what these changes may have changed (each command's `areas`) and is on screen. Resolves when the rows on
   * screen have the changes, with the time from which the server's data has them (milliseconds since 1970). Rejects when
   * that was not possible; the outbox calls again later.
   */
  readonly onSettled: (settled: readonly SettledChange[]) => Promise<number>
  /**
   * Refetches, later and for many changes at once, what these changes may have changed and is stored. Resolves when the
   * stored data has them. Rejects when that was not possible.
   */
  readonly onShown: (settled: readonly SettledChange[]) => Promise<void>
  /**
   * Shows the rows that the server sent with its response to these entries, before they are settled. `rows` is not
   * validated.
   */
  readonly onRows: (ids: readonly string[], rows: unknown) => void
  /**
   * Called when the server declines a change (conflict, refusal): the record's rows on this device are stale. Not
   * awaited.
   */
  readonly onDeclined: (command: AnyCommand) => void
  /**
   * Identifies the current sign-in; null when the device notes none. Entries stored before this sign-in are held until
   * the user chooses to send them.
   */
  readonly signIn: string | null
}
/** A change that the server has applied. */
export interface SettledChange {
  readonly entry: OutboxEntry
  readonly command: AnyCommand
}

export interface Meta {
  readonly nextSeq: number
  readonly device: string | null
  readonly loss: Loss | null
  /** Entries up to this sequence number are held until the user chooses to send them; absent or 0 when none is held. */
  readonly heldUpTo?: number
  /** The last sign-in after which the outbox was opened; absent before the first one. */
  readonly signIn?: string
}
/** Saved changes that are gone from this device: how many, and when the loss was found (ms since 1970). */
export interface Loss {
  readonly count: number
  readonly foundAt: number
  /** What is known of the lost changes, at least their sequence numbers. Absent in data that older versions stored. */
  readonly missing?: readonly LostChange[]
}
export interface LostChange {
  readonly seq: number
  readonly words: EntryWords | null
  readonly madeAt: number | null
  /** The change is gone from this device; the server has not yet been asked whether it had arrived there. */
  readonly isUnconfirmed?: true
}

/** A newer version of the app created the device's store. This version can't read the store and must not touch it. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew'
  constructor(options: ErrorOptions) {
    super('this store belongs to a newer version of the app', options)
  }
}

/** Transactions over entries, final states and counters. A write that resolves is complete on disk. */
export interface Transactions {
  read<T>(work: (tx: StoreReader) => Promise<T>): Promise<T>
  /** Durable when it resolves. Nothing is stored when it rejects or when `work` throws. */
  write<T>(work: (tx: StoreWriter) => Promise<T>): Promise<T>
}
/** The first copy. */
export interface Store extends Transactions {
  /** Forgets the content of every ended change, even if it does not open. Returns their sequence numbers. */
  forgetEnded(): Promise<readonly number[]>
  close(): void
}
/**
 * Inside `work`, await only these methods: a transaction ends when it is idle. `work` must have no other side effects,
 * because it is run again when the tab was frozen, when another tab has written in between, and when sealed data must
 * be opened first. In that last case the methods return incomplete results until the data is open.
 */
export interface StoreReader {
  /** Every unsettled entry, by `seq`. */
  entries(): Promise<readonly OutboxEntry[]>
  entry(seq: number): Promise<OutboxEntry | undefined>
  entryById(id: string): Promise<OutboxEntry | undefined>
  /** The unsettled entries that touch a record, by `seq`. */
  entriesTouching(key: RecordKey): Promise<readonly OutboxEntry[]>
  /** The sequence number of the first unsettled entry that touches a record. Reads no entry. */
  firstTouching(key: RecordKey): Promise<number | undefined>
  entriesInState(state: OutboxEntry['state']): Promise<readonly OutboxEntry[]>
  finalState(id: string): Promise<FinalState | undefined>
  finalStatesOf(seq: number): Promise<readonly FinalState[]>
  /** Final states whose rows have not been refetched yet. */
  settlingStates(): Promise<readonly FinalState[]>
  /** Final states that still have their entry, the last settled first: at most `limit` of them after `skip`. */
  rememberedStates(skip: number, limit: number): Promise<readonly FinalState[]>
  finalStatesBefore(settledAt: number): Promise<readonly Pick<FinalState, 'id' | 'seq'>[]>
  /** The bytes of a file, by its id. */
  file(id: string): Promise<Blob | undefined>
  fileIds(): Promise<readonly string[]>
  meta(): Promise<Meta>
}
export interface StoreWriter extends StoreReader {
  putEntry(entry: OutboxEntry): Promise<void>
  dropEntry(seq: number): Promise<void>
  putFinalState(state: FinalState): Promise<void>
  dropFinalState(id: string): Promise<void>
  putFile(id: string, bytes: Blob): Promise<void>
  dropFile(id: string): Promise<void>
  putMeta(meta: Meta): Promise<void>
}

export interface CopyName {
  readonly seq: number
  readonly id: string
  /** An older version of the app left an unsealed copy under this name. It is removed when the copy is rewritten. */
  readonly hasUnsealed?: boolean
  /** Only an unsealed copy exists: anyone with access to the device may have put it there. */
  readonly isUnsealed?: boolean
}
/** The second copy, in another kind of storage: one small record per entry, and the bytes of its files. */
export interface Mirror {
  put(entry: OutboxEntry): Promise<void>
  remove(name: CopyName): Promise<void>
  names(): Promise<readonly CopyName[]>
  /** The copy; null when damaged or gone. A copy that does not open is returned as a placeholder (`isUnopened`). */
  read(name: CopyName): Promise<OutboxEntry | null>
  putFile(id: string, bytes: Blob): Promise<void>
  removeFile(id: string): Promise<void>
  fileIds(): Promise<readonly string[]>
  /** The ids of files with an unsealed copy. */
  unsealedFileIds(): Promise<readonly string[]>
  /**
   * The bytes of a file; null when they are gone, do not open, have the wrong size, or are unsealed although the file
   * was only ever stored sealed.
   */
  readFile(file: Pick<StoredFile, 'id' | 'size' | 'isSealed'>): Promise<Blob | null>
}

/** The small versions of photos that the server has, by the server's path, to be read without a network. */
export interface SmallPhotos {
  /** Stores the small version of a photo. Rejects when the device can't draw or store it. */
  put(path: string, photo: Blob): Promise<void>
  /** Null when none is stored. */
  find(path: string): Promise<Blob | null>
}

/**
 * Locks shared by all tabs of a browser. Released when `work` settles, when the tab ends, and when the browser freezes
 * it.
 */
export interface Locks {
  /**
   * Queues for the lock. Rejects with an AbortError when `signal` is aborted before the lock is granted. `lost` is
   * aborted when the tab is frozen during `work`: another tab may have the lock from then on.
   */
  hold<T>(
    name: string,
    mode: 'exclusive' | 'shared',
    work: (lost: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>
}

export type Message =
  | { readonly say: 'changed'; readonly seqs: readonly number[] }
  /** The rows that came with the response to these entries. */
  | { readonly say: 'rows'; readonly ids: readonly string[]; readonly rows: unknown }
  | { readonly say: 'pause'; readonly until: number }
  | { readonly say: 'reload' }
/** Messages from one tab to all others; a tab never receives its own. */
export interface Channel {
  post(message: Message): void
  listen(listener: (message: Message) => void): void
  close(): void
}

export interface Clock {
  /** Milliseconds since 1970; it may jump. */
  now(): number
  /** Runs `work` once after `ms` milliseconds. Returns a function that cancels it. */
  after(ms: number, work: () => void): () => void
}
export interface Ids {
  uuid(): string
  /** 0 ≤ x < 1, for jitter. */
  random(): number
}

/** An entry that is being sent, with its command. */
export interface OutgoingEntry {
  readonly entry: OutboxEntry
  readonly command: AnyCommand
}
export interface Transport {
  /** One attempt; never rejects. `files` are sent along in a form, for a host that accepts files in no other way. */
  send(
    entry: OutboxEntry,
    command: AnyCommand,
    signal: AbortSignal,
    files?: readonly FileBytes[],
  ): Promise<AttemptResult>
  /** One attempt at several entries of one user in one request. One result per entry, in order; never rejects. */
  sendBatch(batch: readonly OutgoingEntry[], signal: AbortSignal): Promise<readonly AttemptResult[]>
  /**
   * Sends the parts of a file that the server does not have yet. Results in a 2xx when the server has the whole file.
   * Never rejects. `bytes` is null when this device has lost them; the result then depends on whether the server has
   * the file.
   */
  upload(entry: OutboxEntry, file: StoredFile, bytes: Blob | null, options: UploadOptions): Promise<AttemptResult>
}
/** Cancels an upload and reports its progress. */
export interface UploadOptions {
  readonly signal: AbortSignal
  /** No part of the file was ever sent: skips the request for what the server has. */
  readonly isNew: boolean
  /** Called with the number of bytes the server has, each time it has more. */
  readonly progress: (sent: number) => void
}
export interface UserSession {
  /** The signed-in user's id as text, or null. */
  user(): string | null
  /** The current access token, or null. */
  token(): string | null
  /** Gets a newer token than `used`. */
  refresh(used: string): Promise<'refreshed' | 'refused' | 'unreachable'>
}

/** A small note outside both copies that reveals their loss. The note may lag, and may be lost too. */
export interface LossMarker {
  read(): LossMarkerNote | null
  write(note: LossMarkerNote): void
  /**
   * Notes the words of unsettled changes, shortly after the call. With `isAll`, the words of all other changes are
   * removed and words noted before are not rewritten.
   */
  noteWords(known: readonly LostChange[], how?: { readonly isAll?: boolean }): void
  /** Forgets the words of these sequence numbers. */
  forgetWords(seqs: readonly number[]): void
  /** The noted words of these sequence numbers, where known. Never rejects. */
  readWords(seqs: readonly number[]): Promise<readonly LostChange[]>
}
export interface LossMarkerNote {
  readonly device: string
  readonly lastSeq: number
  readonly unsettled: readonly number[]
  /** Changes that the server has and this device still shows over its rows, which have not been refetched since. */
  readonly settling: readonly number[]
  /** As in `Meta`, at the last start. After a loss of the store, the user is not asked again to release entries. */
  readonly heldUpTo?: number
  readonly signIn?: string
}

/** `frozen`: the browser is about to suspend this tab for an unknown time · `thawed`: the tab runs again. */
export type Signal = 'online' | 'visible' | 'signed_in' | 'frozen' | 'thawed'
export interface Signals {
  /** Returns a function that stops listening. */
  listen(listener: (signal: Signal) => void): () => void
}
/** The server's record of a device's sequence numbers. */
export interface ServerTally {
  /** The highest number received, and the numbers below it that were not applied; null when the device is unknown. */
  read(device: string): Promise<{ readonly highest: number; readonly missing: readonly number[] } | null>
  /** Reports numbers that will never arrive, so that the server stops missing them. Rejects on failure. */
  reportGone(device: string, seqs: readonly number[]): Promise<void>
}
export interface Device {
  /** Asks the browser not to evict what is stored here. */
  askToPersist(): void
  /** Shows a count on the app's icon; 0 removes it. */
  showBadge(count: number): void
}
