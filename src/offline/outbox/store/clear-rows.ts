import * as z from 'zod/mini'
import {
  type EntryState,
  entryFromCopy,
  entryFromStored,
  type FinalState,
  fateFromStored,
  type OutboxEntry,
} from '#src/offline/outbox/entry/entry.ts'
import { fateForm, lossForm, missingForm, moment, number } from '#src/offline/outbox/entry/row-forms.ts'
import { unopenedEntry } from '#src/offline/outbox/entry/unopened.ts'
import { newUuid } from '#src/offline/outbox/entry/uuid-v7.ts'
import { isJson } from '#src/offline/query-storage/is-json.ts'
import type { Meta } from '../ports.ts'

/**
 * What lies in clear may have been put there by hand, by anyone who had the device: it is judged before anything of the app
 * goes by it. A version of the app never wrote what is left out here.
 */

/** No command is called so. */
const NO_CHANGE = 'no-change'
const NO_WORDS = {
  record: 'A change that can’t be read',
  change: 'It lies here as no version of the app would have stored it. It is never sent.',
}
const amount = z.number().check(z.minimum(0))
/** Of what is unsettled; what is unreadable is never stored as such. */
const STATES: readonly EntryState[] = ['waiting', 'sending', 'sign_in', 'password', 'conflict', 'refused']
const versions = z.array(z.object({ key: z.string(), version: z.number() }))
const problem = z.object({
  kind: z.enum(['network', 'timeout', 'not_ours', 'status']),
  status: z.nullable(z.number()),
  body: z.optional(z.unknown()),
})
/** How an entry stands; what it says is judged as a copy's is. */
const standing = z.object({
  seq: number,
  state: z.enum([...STATES, 'done']),
  attempts: amount,
  nextTryAt: amount,
  problem: z.nullable(problem),
  settledAt: z.nullable(moment),
  versions,
})
const storedFate = z.extend(fateForm, { versions })
const missing = z.extend(missingForm, {
  words: z.nullable(z.object({ record: z.string(), change: z.string() })),
})
const storedMeta = z.object({
  nextSeq: number,
  device: z.nullable(z.string()),
  loss: z.optional(z.nullable(lossForm(missing))),
})

/** An entry; null for what is none. */
function judgedEntry(value: unknown): OutboxEntry | null {
  const isOne = isJson(value) && standing.safeParse(value).success && entryFromCopy(value) !== null
  // Both schemas have just judged it.
  return isOne ? entryFromStored(value as OutboxEntry) : null
}

/** The entry under a number; for what is none, one that stands for it, is never sent, and can be discarded. */
export function clearEntry(key: unknown, value: unknown, user: string): OutboxEntry | null {
  const seq = number.safeParse(key)
  if (!seq.success) return null
  const entry = judgedEntry(value)
  if (entry?.seq === seq.data && entry.user === user && STATES.includes(entry.state))
    return { ...entry, isFromClear: true }
  const none = unopenedEntry({ seq: seq.data, id: newUuid(), revision: 0, device: '' }, user)
  return { ...none, command: NO_CHANGE, words: NO_WORDS, input: isJson(value) ? value : null }
}

/** A fate; null for what is none. What it says of another entry is forgotten, and none that is not done is shown over rows. */
export function clearFate(value: unknown, user: string): FinalState | null {
  if (!isJson(value) || !storedFate.safeParse(value).success) return null
  // Its schema has just judged all but its entry.
  const fate = value as FinalState
  const own = judgedEntry(fate.entry)
  const entry = own?.id === fate.id && own.seq === fate.seq && own.user === user ? own : null
  const { isSettling, ...judged } = fateFromStored({ ...fate, entry })
  return { ...judged, isSettling: isSettling && fate.state === 'done' && entry?.state === 'done' }
}

/** The counters; null for what is none. */
export function clearMeta(value: unknown): Meta | null {
  // Its schema has just judged it.
  const meta =
    isJson(value) && storedMeta.safeParse(value).success ? (value as Partial<Meta> & Omit<Meta, 'loss'>) : null
  return meta && { ...meta, loss: meta.loss ?? null }
}
