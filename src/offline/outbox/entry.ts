import * as z from 'zod/mini'
import type { RecordKey } from '../command.ts'

/**
 * waiting: to be sent when its turn comes · sending: on its way · sign_in: the server wants a sign-in first ·
 * conflict, refused: the person decides · unreadable: this version of the app does not know it; kept ·
 * done: the server has it, its rows are being fetched again.
 */
export type EntryState = 'waiting' | 'sending' | 'sign_in' | 'conflict' | 'refused' | 'unreadable' | 'done'

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

/** One change that a person made, with all that is needed to send, show and describe it later. */
export interface OutboxEntry {
  /** The order of changes on this device; never a clock. It stays the entry's own for good. */
  readonly seq: number
  /** UUIDv7; sent as `Idempotency-Key`. A second try after a lasting refusal gets a new one. */
  readonly id: string
  readonly command: string
  readonly commandVersion: number
  readonly touches: readonly RecordKey[]
  readonly input: unknown
  /** What is sent, fixed when the change was made: a key must always come with the same request. */
  readonly request: { readonly params?: Readonly<Record<string, string | number>>; readonly body?: unknown }
  /** How it was told in words when it was made, for versions that no longer know the command. */
  readonly words: { readonly record: string; readonly change: string }
  /** The token's subject: the only person who may see and send it. */
  readonly user: string
  readonly device: string
  /** Milliseconds since 1970; to be shown, never to be ordered by. */
  readonly madeAt: number
  readonly seenVersion: number | null
  readonly state: EntryState
  readonly attempts: number
  /** Milliseconds since 1970; 0 for at once. */
  readonly nextTryAt: number
  readonly problem: EntryProblem | null
  readonly settledAt: number | null
  /** What the successful answer said; empty until then. */
  readonly versions: readonly RecordVersion[]
}

/** What became of an entry. Kept so that a copy of it in the mirror never comes back as waiting. */
export interface Fate {
  readonly id: string
  readonly seq: number
  readonly state: 'done' | 'discarded' | 'replaced'
  readonly settledAt: number
  readonly versions: readonly RecordVersion[]
  /** The entry itself, until its rows were fetched again. */
  readonly entry: OutboxEntry | null
}

export const NEEDS_ATTENTION: readonly EntryState[] = ['conflict', 'refused', 'unreadable']

const text = z.string()
const moment = z.number()
const storedEntry = z.object({
  seq: z.int(),
  id: text,
  command: text,
  commandVersion: z.number(),
  touches: z.array(text).check(z.minLength(1)),
  input: z.unknown(),
  request: z.object({
    params: z.optional(z.record(text, z.union([text, z.number()]))),
    body: z.optional(z.unknown()),
  }),
  words: z.object({ record: text, change: text }),
  user: text,
  device: text,
  madeAt: moment,
  seenVersion: z.nullable(z.number()),
})

/** An entry from its mirrored copy, as it was when it was made. Null when the copy is damaged. */
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
    attempts: 0,
    nextTryAt: 0,
    problem: null,
    settledAt: null,
    versions: [],
  }
}
