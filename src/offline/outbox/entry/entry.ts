import * as z from 'zod/mini'
import type { RecordKey } from '#src/offline/command.ts'
import { timestamp } from './row-schemas.ts'

/**
 * waiting: is sent when its turn comes · sending: a request is in progress · sign_in: the server requires a sign-in
 * first · password: the server requires the user's password first, for this change only · conflict, refused: the user
 * decides · unreadable: this version of the app does not know the change; it stays stored · done: the server has
 * applied the change, and its rows are being refetched.
 */
export type EntryState = 'waiting' | 'sending' | 'sign_in' | 'password' | 'conflict' | 'refused' | 'unreadable' | 'done'

/** Why the last attempt failed. `body` is the body of the server's refusal, unchanged. */
export interface EntryProblem {
  readonly kind: 'network' | 'timeout' | 'not_ours' | 'status'
  readonly status: number | null
  readonly body: unknown
}

export interface RecordVersion {
  readonly key: RecordKey
  readonly version: number
}

/** The content of an entry before a later change was merged into it, or before the user edited it. */
export interface EarlierContent {
  readonly input: unknown
  readonly words: EntryWords
  /** Milliseconds since 1970. */
  readonly madeAt: number
}

/** The record an entry is about ("Maria Lopez") and what the entry changes ("Status: Vacation"), in plain words. */
export interface EntryWords {
  readonly record: string
  readonly change: string
}

/** A file that belongs to a change. Its bytes are stored separately under `id`. */
export interface StoredFile {
  /** A UUID, which also names the upload. */
  readonly id: string
  /** The field of the change that the file belongs to. */
  readonly field: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  /**
   * How many bytes of it the server had at the end of the last attempt, for display only: each attempt asks the server.
   * Absent before, and in older versions' files.
   */
  readonly sent?: number | undefined
  /**
   * The file was only ever stored sealed, so unsealed bytes under its name are rejected. Absent in older versions'
   * files.
   */
  readonly isSealed?: true | undefined
  /** The server's path of the small version of a photo, once the server has it. */
  readonly smallVersionPath?: string | undefined
}

/** One change made by a user, with everything needed to send, show and describe it later. */
export interface OutboxEntry {
  /** The sequence number: the order of changes on this device, independent of clocks. It never changes. */
  readonly seq: number
  /** UUIDv7, sent as `Idempotency-Key`. The request changes only together with the id. */
  readonly id: string
  /**
   * Raised with each new id. Of two copies with one number, the higher revision wins; ids can't decide: clocks may go
   * back.
   */
  readonly revision: number
  readonly command: string
  readonly commandVersion: number
  readonly touches: readonly RecordKey[]
  readonly input: unknown
  /** The request to send, fixed when the change was made: a key must always come with the same request. */
  readonly request: { readonly params?: Readonly<Record<string, string | number>>; readonly body?: unknown }
  /** Describes the change as of its creation, for versions that no longer know the command. */
  readonly words: EntryWords
  /** The contents before each merge or edit, oldest first. Undo returns to the last one. */
  readonly earlier: readonly EarlierContent[]
  readonly files: readonly StoredFile[]
  /** Read unsealed: written by an older version, or planted by someone. The request may differ from the words. */
  readonly isFromClear?: true | undefined
  /** The token's subject: the only user who may see and send the entry. */
  readonly user: string
  readonly device: string
  /** Milliseconds since 1970. For display only, never for ordering. */
  readonly madeAt: number
  readonly seenVersion: number | null
  readonly state: EntryState
  /** The entry has been sent under this id: the server may know it, so its request must not change. */
  readonly wasSent: boolean
  readonly attempts: number
  /** Milliseconds since 1970; 0 for immediately. */
  readonly nextTryAt: number
  readonly problem: EntryProblem | null
  readonly settledAt: number | null
  /** The record versions in the successful response; empty until then. */
  readonly versions: readonly RecordVersion[]
}

/**
 * The final state of an entry. `replaced`: the change continues under another id; `lost`: its content is gone, and the
 * loss was reported; `withdrawn`: the device could not save the change and never reported it as saved. Stored so that a
 * copy in the mirror never comes back as a waiting entry.
 */
export interface FinalState {
  readonly id: string
  readonly seq: number
  readonly state: 'done' | 'discarded' | 'replaced' | 'lost' | 'withdrawn'
  readonly settledAt: number
  readonly versions: readonly RecordVersion[]
  /** The entry itself, for the list of ended changes and for undo; null once forgotten. */
  readonly entry: OutboxEntry | null
  /** The entry's rows have not been refetched yet. */
  readonly isSettling: boolean
}

export const NEEDS_ATTENTION: readonly EntryState[] = ['conflict', 'refused', 'unreadable']

const text = z.string()
const words = z.object({ record: text, change: text })
const storedEntry = z.object({
  seq: z.int(),
  id: text,
  revision: z._default(z.int(), 0),
  // An empty name marks placeholders of entries that do not open.
  command: text.check(z.minLength(1)),
  commandVersion: z.number(),
  touches: z.array(text).check(z.minLength(1)),
  input: z.unknown(),
  request: z.object({
    params: z.optional(z.record(text, z.union([text, z.number()]))),
    body: z.optional(z.unknown()),
  }),
  words,
  earlier: z._default(z.array(z.object({ input: z.unknown(), words, madeAt: timestamp })), []),
  files: z._default(
    z.array(
      z.object({
        id: text,
        field: text,
        name: text,
        type: text,
        size: z.number(),
        isSealed: z.optional(z.literal(true)),
      }),
    ),
    [],
  ),
  isFromClear: z.optional(z.literal(true)),
  user: text,
  device: text,
  madeAt: timestamp,
  seenVersion: z.nullable(z.number()),
})

/**
 * Reads an entry from its mirrored copy, written by this version of the app or an older one. The entry is as it was at
 * its creation. Null when the copy is damaged. What happened to the entry since is unknown, so it counts as sent.
 */
export function entryFromCopy(copy: unknown): OutboxEntry | null {
  const parsed = storedEntry.safeParse(copy)
  if (!parsed.success) return null
  const { request, ...rest } = parsed.data
  return {
    ...rest,
    request: {
      ...(request.params === undefined ? {} : { params: request.params }),
      ...('body' in request ? { body: request.body } : {}),
    },
    state: 'waiting',
    wasSent: true,
    attempts: 0,
    nextTryAt: 0,
    problem: null,
    settledAt: null,
    versions: [],
  }
}

/** Properties missing in entries of older versions. Without a noted `wasSent`, an entry counts as sent. */
const LEGACY_DEFAULTS = { revision: 0, earlier: [], files: [], wasSent: true } as const
type FromOlderVersion<T> = Omit<T, keyof typeof LEGACY_DEFAULTS> & Partial<T>

/** Reads an entry as the first copy stores it, written by this version of the app or an older one. */
export function entryFromStored(stored: FromOlderVersion<OutboxEntry>): OutboxEntry {
  return isComplete(stored) ? stored : { ...LEGACY_DEFAULTS, ...stored }
}
const isComplete = (stored: FromOlderVersion<OutboxEntry>): stored is OutboxEntry =>
  Object.keys(LEGACY_DEFAULTS).every((name) => name in stored)

/**
 * Reads a stored final state. Older versions stored no `isSettling`; they kept the entry only until its rows were
 * refetched.
 */
export function finalStateFromStored(stored: Omit<FinalState, 'isSettling'> & Partial<FinalState>): FinalState {
  const entry = stored.entry && entryFromStored(stored.entry)
  return { ...stored, entry, isSettling: stored.isSettling ?? entry !== null }
}
