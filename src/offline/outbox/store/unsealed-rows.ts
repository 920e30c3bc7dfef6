import * as z from 'zod/mini'
import {
  type EntryState,
  entryFromCopy,
  entryFromStored,
  type FinalState,
  finalStateFromStored,
  type OutboxEntry,
} from '#src/offline/outbox/entry/entry.ts'
import {
  finalStateSchema,
  lossSchema,
  lostChangeSchema,
  seqNumber,
  timestamp,
} from '#src/offline/outbox/entry/row-schemas.ts'
import { unopenedEntry } from '#src/offline/outbox/entry/unopened.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { isJson } from '#src/offline/query-storage/is-json.ts'
import type { Meta } from '../ports.ts'

/**
 * Validates unsealed rows. Anyone with access to the device may have written them by hand, so they are checked before
 * the app uses them. What is rejected here was never written by any version of the app.
 */

/** No command has this name. */
const UNKNOWN_COMMAND = 'no-change'
const UNREADABLE_WORDS = {
  record: 'A change that can’t be read',
  change: 'It lies here as no version of the app would have stored it. It is never sent.',
}
const nonNegative = z.number().check(z.minimum(0))
/** The states of unsettled entries. `unreadable` is never stored. */
const UNSETTLED_STATES: readonly EntryState[] = ['waiting', 'sending', 'sign_in', 'password', 'conflict', 'refused']
const versionsSchema = z.array(z.object({ key: z.string(), version: z.number() }))
const problemSchema = z.object({
  kind: z.enum(['network', 'timeout', 'not_ours', 'status']),
  status: z.nullable(z.number()),
  body: z.optional(z.unknown()),
})
/** The state of an entry. Its content is checked like that of a mirror copy (`entryFromCopy`). */
const entryStateSchema = z.object({
  seq: seqNumber,
  state: z.enum([...UNSETTLED_STATES, 'done']),
  attempts: nonNegative,
  nextTryAt: nonNegative,
  problem: z.nullable(problemSchema),
  settledAt: z.nullable(timestamp),
  versions: versionsSchema,
})
const finalStateRowSchema = z.extend(finalStateSchema, { versions: versionsSchema })
const lostChangeRowSchema = z.extend(lostChangeSchema, {
  words: z.nullable(z.object({ record: z.string(), change: z.string() })),
})
const metaSchema = z.object({
  nextSeq: seqNumber,
  device: z.nullable(z.string()),
  loss: z.optional(z.nullable(lossSchema(lostChangeRowSchema))),
})

/** The entry; null for an invalid one. */
function validEntry(value: unknown): OutboxEntry | null {
  const isValid = isJson(value) && entryStateSchema.safeParse(value).success && entryFromCopy(value) !== null
  // Both checks have just passed.
  return isValid ? entryFromStored(value as OutboxEntry) : null
}

/**
 * The entry stored under a sequence number. For an invalid entry, a placeholder that is never sent and can be
 * discarded. Null for an invalid number.
 */
export function validUnsealedEntry(key: unknown, value: unknown, user: string): OutboxEntry | null {
  const seq = seqNumber.safeParse(key)
  if (!seq.success) return null
  const entry = validEntry(value)
  if (entry?.seq === seq.data && entry.user === user && UNSETTLED_STATES.includes(entry.state))
    return { ...entry, isFromClear: true }
  const placeholder = unopenedEntry({ seq: seq.data, id: newUuid(), revision: 0, device: '' }, user)
  return { ...placeholder, command: UNKNOWN_COMMAND, words: UNREADABLE_WORDS, input: isJson(value) ? value : null }
}

/**
 * The final state; null for an invalid one. Its entry is dropped if it does not match the id, number or user. Only a
 * done entry is shown over rows.
 */
export function validUnsealedFinalState(value: unknown, user: string): FinalState | null {
  if (!isJson(value) || !finalStateRowSchema.safeParse(value).success) return null
  // The schema has just checked everything except the entry.
  const finalState = value as FinalState
  const validOwn = validEntry(finalState.entry)
  const entry =
    validOwn?.id === finalState.id && validOwn.seq === finalState.seq && validOwn.user === user ? validOwn : null
  const { isSettling, ...validState } = finalStateFromStored({ ...finalState, entry })
  return { ...validState, isSettling: isSettling && finalState.state === 'done' && entry?.state === 'done' }
}

/** The counters; null for invalid ones. */
export function validUnsealedMeta(value: unknown): Meta | null {
  // The schema has just checked it.
  const meta =
    isJson(value) && metaSchema.safeParse(value).success ? (value as Partial<Meta> & Omit<Meta, 'loss'>) : null
  return meta && { ...meta, loss: meta.loss ?? null }
}
