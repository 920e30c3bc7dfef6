import type { AnyCommand, RecordKey } from '../command.ts'
import type { EntryWords, FinalState, OutboxEntry, StoredFile } from './entry/entry.ts'
import type { FileBytes } from './save/stored-files.ts'
import type { AttemptResult } from './send/attempt-result.ts'

/** What the outbox needs from the world. Each has a real adapter below this folder and a fake in `tests/support`. */
export interface OutboxPorts {
  readonly store: Store
  readonly mirror: Mirror
  readonly locks: Locks
  readonly channel: Channel
  readonly clock: Clock
  readonly ids: Ids
  readonly transport: Transport
  readonly who: Who
  readonly lossMarker: LossMarker
  readonly signals: Signals
  readonly device: Device
  readonly tally: Tally
  /**
   * Fetches again what these changes may have changed (each command's `refreshes`). Resolves when the rows on screen come
   * from the server's own answer after the changes; rejects when that was not possible, and is asked again later.
   */
  readonly onSettled: (settled: readonly Settled[]) => Promise<void>
  /** The server has said no (a conflict, a refusal): what this device shows of the record is out of date. Not waited for. */
  readonly onDeclined: (command: AnyCommand) => void
  /**
   * The sign-in that brought the person here; null where the device notes none. What was stored before it is held until the
   * person says that it is to be sent.
   */
  readonly signIn: string | null
}
/** A change that the server has. */
export interface Settled {
  readonly entry: OutboxEntry
  readonly command: AnyCommand
}

export interface Meta {
  readonly nextSeq: number
  readonly device: string | null
  readonly loss: Loss | null
  /** Entries up to this number wait for the person's word before they are sent; absent or 0 when none does. */
  readonly heldUpTo?: number
  /** The last sign-in after which this was opened; absent before the first one. */
  readonly signIn?: string
}
/** Changes that were kept on this device and are gone: their number, and when that was found (ms since 1970). */
export interface Loss {
  readonly count: number
  readonly foundAt: number
  /** What is known of them, by number; the number alone where nothing remembers. Absent in what older versions stored. */
  readonly missing?: readonly Missing[]
}
export interface Missing {
  readonly seq: number
  readonly words: EntryWords | null
  readonly madeAt: number | null
  /** It is gone from here, and the server has not been asked yet whether it came there before. */
  readonly isUnconfirmed?: true
}

/**
 * The device's store was made by a newer version of the app than this one, which therefore leaves it as it is: what it
 * can't read it must not touch.
 */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew'
  constructor(options: ErrorOptions) {
    super('this store belongs to a newer version of the app', options)
  }
}

/** Transactions over entries, fates and counters. A write that resolves is on disk, whole. */
export interface Transactions {
  read<T>(work: (tx: StoreReader) => Promise<T>): Promise<T>
  /** Durable when it resolves; nothing of it is kept when it rejects or when `work` throws. */
  write<T>(work: (tx: StoreWriter) => Promise<T>): Promise<T>
}
/** The first copy. */
export interface Store extends Transactions {
  /** Forgets what every settled change said, whether or not it opens. Answers their numbers. */
  forgetDone(): Promise<readonly number[]>
  close(): void
}
/**
 * Inside `work` await nothing but these: a transaction ends when it has nothing to do. And have no other effects: it is
 * begun anew when the tab was frozen, when something it asks for has to be opened first (until then it is told less than
 * there is), and when another tab has written meanwhile.
 */
export interface StoreReader {
  /** Every unsettled entry, by `seq`. */
  entries(): Promise<readonly OutboxEntry[]>
  entry(seq: number): Promise<OutboxEntry | undefined>
  entryOf(id: string): Promise<OutboxEntry | undefined>
  /** Unsettled entries that touch a record, by `seq`. */
  touching(key: RecordKey): Promise<readonly OutboxEntry[]>
  /** The number of the first unsettled entry that touches a record, without reading any. */
  firstTouching(key: RecordKey): Promise<number | undefined>
  inState(state: OutboxEntry['state']): Promise<readonly OutboxEntry[]>
  fate(id: string): Promise<FinalState | undefined>
  fatesOf(seq: number): Promise<readonly FinalState[]>
  /** Fates whose rows are still to be fetched. */
  settling(): Promise<readonly FinalState[]>
  /** Fates that carry their entry, the last settled first: at most `limit` of them after `skip`. */
  remembered(skip: number, limit: number): Promise<readonly FinalState[]>
  fatesBefore(settledAt: number): Promise<readonly Pick<FinalState, 'id' | 'seq'>[]>
  /** The bytes of a file, by its id. */
  file(id: string): Promise<Blob | undefined>
  fileIds(): Promise<readonly string[]>
  meta(): Promise<Meta>
}
export interface StoreWriter extends StoreReader {
  put(entry: OutboxEntry): Promise<void>
  drop(seq: number): Promise<void>
  putFate(fate: FinalState): Promise<void>
  dropFate(id: string): Promise<void>
  putFile(id: string, bytes: Blob): Promise<void>
  dropFile(id: string): Promise<void>
  putMeta(meta: Meta): Promise<void>
}

export interface MirrorName {
  readonly seq: number
  readonly id: string
  /** A copy that an older version of the app left in clear lies there: it goes when it is written anew. */
  readonly isClear?: boolean
  /** And no sealed one beside it: anyone who had the device may have put it there. */
  readonly isUnsealed?: boolean
}
/** The second copy, in another kind of storage: one small record an entry, and the bytes of its files beside it. */
export interface Mirror {
  put(entry: OutboxEntry): Promise<void>
  remove(name: MirrorName): Promise<void>
  names(): Promise<readonly MirrorName[]>
  /** The copy, or null when it is damaged or gone; one that stands for it when it does not open. */
  read(name: MirrorName): Promise<OutboxEntry | null>
  putFile(id: string, bytes: Blob): Promise<void>
  removeFile(id: string): Promise<void>
  fileIds(): Promise<readonly string[]>
  /** Those of which there is a copy in clear. */
  clearFileIds(): Promise<readonly string[]>
  /** The bytes of a file; null when they are gone, do not open, are not so many, or lie in clear though it was only sealed. */
  readFile(file: Pick<StoredFile, 'id' | 'size' | 'isSealed'>): Promise<Blob | null>
}

/** Locks over all tabs of a browser. Released when `work` settles, when the tab ends, and when the browser freezes it. */
export interface Locks {
  /**
   * Waits in line. Rejects with an AbortError when `signal` is aborted before the lock is had. `lost` is aborted when the
   * tab is frozen during `work`: another may have the lock from then on.
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
  | { readonly say: 'pause'; readonly until: number }
  | { readonly say: 'reload' }
/** What one tab tells the others; never heard by itself. */
export interface Channel {
  post(message: Message): void
  listen(listener: (message: Message) => void): void
  close(): void
}

export interface Clock {
  /** Milliseconds since 1970; it may jump. */
  now(): number
  /** Runs `work` once; answers how to call it off. */
  after(ms: number, work: () => void): () => void
}
export interface Ids {
  uuid(): string
  /** 0 ≤ x < 1, for jitter. */
  chance(): number
}

/** An entry on its way, with the command that it is of. */
export interface Sending {
  readonly entry: OutboxEntry
  readonly command: AnyCommand
}
export interface Transport {
  /** One attempt; never rejects. `files` go along in a form, to a host that takes them in no other way. */
  send(
    entry: OutboxEntry,
    command: AnyCommand,
    signal: AbortSignal,
    files?: readonly FileBytes[],
  ): Promise<AttemptResult>
  /** One attempt at each of several of one person in one request: what came of each, in their order; never rejects. */
  sendTogether(load: readonly Sending[], signal: AbortSignal): Promise<readonly AttemptResult[]>
  /**
   * Sends what the server does not have yet of a file, part by part; a 2xx when it has all of it. Never rejects.
   * `bytes`: null when this device has lost them; then all depends on whether the server has them.
   */
  upload(entry: OutboxEntry, file: StoredFile, bytes: Blob | null, on: UploadCourse): Promise<AttemptResult>
}
/** How an upload is followed and called off. */
export interface UploadCourse {
  readonly signal: AbortSignal
  /** Nothing of it was ever sent: the server need not be asked how much it has. */
  readonly isNew: boolean
  /** Is told how many bytes the server has, each time that it has more. */
  readonly progress: (sent: number) => void
}
export interface Who {
  /** The signed-in person's id as text, or null. */
  user(): string | null
  /** The access token of this moment, or null. */
  token(): string | null
  /** Gets a newer token than `used`. */
  refresh(used: string): Promise<'refreshed' | 'refused' | 'unreachable'>
}

/** A quick note beside the stores, by which their loss is noticed. It may lag and be gone itself. */
export interface LossMarker {
  read(): LossMarkerNote | null
  write(note: LossMarkerNote): void
  /** Notes in words what is unsettled, a moment later. `isAll`: what is noted of others goes, what is known stays as it is. */
  tell(known: readonly Missing[], how?: { readonly isAll?: boolean }): void
  /** Forgets the words of these numbers. */
  forget(seqs: readonly number[]): void
  /** What is known of these numbers in words. Never rejects. */
  known(seqs: readonly number[]): Promise<readonly Missing[]>
}
export interface LossMarkerNote {
  readonly device: string
  readonly lastSeq: number
  readonly unsettled: readonly number[]
  /** What the server has and this device still shows over its rows: these have not been fetched since. */
  readonly settling: readonly number[]
  /** As in `Meta`, as of the last start: a store that was lost since is no reason to ask its person anew. */
  readonly heldUpTo?: number
  readonly signIn?: string
}

/** `frozen`: the browser stops this tab in a moment, for nobody knows how long · `thawed`: it goes on. */
export type Signal = 'online' | 'visible' | 'signed_in' | 'frozen' | 'thawed'
export interface Signals {
  /** Answers how to stop listening. */
  listen(listener: (signal: Signal) => void): () => void
}
/** What the server has noted of a device's numbers. */
export interface Tally {
  /** The highest number that has come, and which up to it were not made; null when the server knows nothing of the device. */
  read(device: string): Promise<{ readonly highest: number; readonly missing: readonly number[] } | null>
  /** Tells that these will never come, and why is known here. Rejects when that could not be told. */
  account(device: string, seqs: readonly number[]): Promise<void>
}
export interface Device {
  /** Asks the browser not to evict what is stored here. */
  askToPersist(): void
  /** Shows a number on the app's icon; 0 for none. */
  badge(count: number): void
}
