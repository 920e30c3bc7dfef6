import * as z from 'zod/mini'
import type { RecordKey } from '#src/offline/command.ts'
import { moment } from './row-forms.ts'

/**
 * waiting: to be sent when its turn comes · sending: on its way · sign_in: the server wants a sign-in first ·
 * password: the server wants its user's password first, for this change alone ·
 * conflict, refused: the person decides · unreadable: this version of the app does not know it; kept ·
 * done: the server has it, its rows are being fetched again.
 */
export type EntryState = 'waiting' | 'sending' | 'sign_in' | 'password' | 'conflict' | 'refused' | 'unreadable' | 'done'

/** Why the last attempt did not end in success. `body` is the server's refusal as it came. */
export interface EntryProblem {
  readonly kind: 'network' | 'timeout' | 'not_ours' | 'status'
  readonly status: number | null
  readonly body: unknown
}

export interface RecordVersion {
  readonly key: RecordKey
  readonly version: number
}

/** What a change said before a later one was merged into it. */
export interface EarlierStep {
  readonly input: unknown
  readonly words: EntryWords
  /** Milliseconds since 1970. */
  readonly madeAt: number
}

/** What an entry is about ("Maria Lopez") and what it does ("Status: Vacation"), in plain words. */
export interface EntryWords {
  readonly record: string
  readonly change: string
}

/** A file that belongs to a change; its bytes lie beside, under `id`. */
export interface StoredFile {
  /** A UUID; the upload's name. */
  readonly id: string
  /** The field of the change that it is for. */
  readonly field: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** It was never stored but sealed, so what lies in clear under its name is not it; absent of older versions' files. */
  readonly isSealed?: true | undefined
}

/** One change that a person made, with all that is needed to send, show and describe it later. */
export interface OutboxEntry {
  /** The order of changes on this device; never a clock. It stays the entry's own for good. */
  readonly seq: number
  /** UUIDv7; sent as `Idempotency-Key`. What is sent changes only together with it. */
  readonly id: string
  /** Raised with each new id: of two copies of one number the higher stands. Clocks, and so ids, can be set back. */
  readonly revision: number
  readonly command: string
  readonly commandVersion: number
  readonly touches: readonly RecordKey[]
  readonly input: unknown
  /** What is sent, fixed when the change was made: a key must always come with the same request. */
  readonly request: { readonly params?: Readonly<Record<string, string | number>>; readonly body?: unknown }
  /** How it was told in words when it was made, for versions that no longer know the command. */
  readonly words: EntryWords
  /** What was merged into it, oldest first; taking the change back takes the last step back. */
  readonly earlier: readonly EarlierStep[]
  readonly files: readonly StoredFile[]
  /** An older version stored it in clear, or someone laid it there so: what it sends may not be what it says. */
  readonly isFromClear?: true | undefined
  /** The token's subject: the only person who may see and send it. */
  readonly user: string
  readonly device: string
  /** Milliseconds since 1970; to be shown, never to be ordered by. */
  readonly madeAt: number
  readonly seenVersion: number | null
  readonly state: EntryState
  /** Has been on its way under this id: the server may know it, and its request is fixed from then on. */
  readonly wasSent: boolean
  readonly attempts: number
  /** Milliseconds since 1970; 0 for at once. */
  readonly nextTryAt: number
  readonly problem: EntryProblem | null
  readonly settledAt: number | null
  /** What the successful answer said; empty until then. */
  readonly versions: readonly RecordVersion[]
}

/**
 * What became of an entry. `replaced`: it goes on under another id; `lost`: its content is gone, and that was told;
 * `withdrawn`: it was never said to be kept, for the device could not keep it.
 * Kept so that a copy of it in the mirror never comes back as waiting.
 */
export interface FinalState {
  readonly id: string
  readonly seq: number
  readonly state: 'done' | 'discarded' | 'replaced' | 'lost' | 'withdrawn'
  readonly settledAt: number
  readonly versions: readonly RecordVersion[]
  /** The entry itself, for the list of what is done and for taking it back; null once that is forgotten. */
  readonly entry: OutboxEntry | null
  /** Its rows are still to be fetched again. */
  readonly isSettling: boolean
}

export const NEEDS_ATTENTION: readonly EntryState[] = ['conflict', 'refused', 'unreadable']

const text = z.string()
const words = z.object({ record: text, change: text })
const storedEntry = z.object({
  seq: z.int(),
  id: text,
  revision: z._default(z.int(), 0),
  // Without one it would stand for what does not open.
  command: text.check(z.minLength(1)),
  commandVersion: z.number(),
  touches: z.array(text).check(z.minLength(1)),
  input: z.unknown(),
  request: z.object({
    params: z.optional(z.record(text, z.union([text, z.number()]))),
    body: z.optional(z.unknown()),
  }),
  words,
  earlier: z._default(z.array(z.object({ input: z.unknown(), words, madeAt: moment })), []),
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
  madeAt: moment,
  seenVersion: z.nullable(z.number()),
})

/**
 * An entry from its mirrored copy, as it was when it was made, by this version of the app or an older one. Null when the
 * copy is damaged. What happened to it since is not known, so the server may have it.
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

/** What entries have that older versions of the app stored without. Those may have been sent: nobody noted it. */
const NOT_NOTED = { revision: 0, earlier: [], files: [], wasSent: true } as const
type Older<T> = Omit<T, keyof typeof NOT_NOTED> & Partial<T>

/** An entry as the first copy holds it, by this version of the app or an older one. */
export function entryFromStored(stored: Older<OutboxEntry>): OutboxEntry {
  return isWhole(stored) ? stored : { ...NOT_NOTED, ...stored }
}
const isWhole = (stored: Older<OutboxEntry>): stored is OutboxEntry =>
  Object.keys(NOT_NOTED).every((name) => name in stored)

/** A fate as the store holds it; older versions kept the entry just until its rows had come. */
export function fateFromStored(stored: Omit<FinalState, 'isSettling'> & Partial<FinalState>): FinalState {
  const entry = stored.entry && entryFromStored(stored.entry)
  return { ...stored, entry, isSettling: stored.isSettling ?? entry !== null }
}
