import { ApiError } from '#src/api/api-error.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import { NEEDS_ATTENTION, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox, outboxIfOpen, outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import type { Given } from '#src/offline/outbox/save/stored-files.ts'
import { blockedBy } from '#src/offline/outbox/send/blocked-entries.ts'
import { needsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { currentSubject } from '#src/session/session.ts'

/** Whoever pressed Save looks at the form for so long; what takes longer waits in the Outbox like any other change. */
const PATIENCE_MS = 6_000
/** Among so many of the last changes that are over, one of a moment ago is found. */
const JUST_DONE = 50

/**
 * done: the server has all · password: it wants the password first, which is asked for by itself · offline, kept: it waits on this device, for the network or for something else · conflict:
 * somebody else was first, the Outbox asks · refused: it was, and nobody looks at the form any more, so the Outbox says so.
 */
export type Submitted = 'done' | 'offline' | 'kept' | 'password' | 'conflict' | 'refused'

/** The form whose input is submitted. */
export interface Submitter {
  /** Whose it is, by the token's subject, noted before anything was awaited: another who is here by then never sends it. */
  readonly as: string
  /** Whether somebody still looks at it. */
  readonly isHere: () => boolean
  /** The outbox has all of the input on disk: a draft beside it would bring the same back to a form after a crash. */
  readonly onKept?: () => Promise<void>
  /** The input is the form's again; the outbox lets go of it when this is over. */
  readonly onRefused?: () => Promise<void>
}

/** No form is on screen: what the server refuses stays in the Outbox, with its words. */
export const unwatched = (): Submitter => ({ as: currentSubject(), isHere: () => false })

/**
 * Keeps what a form says as `submitAll` does, each change by itself, and with a network waits for the server's word, so
 * that a refusal can stand at the fields. Throws NotKept; and an `ApiError` when the server refuses while the form is still
 * there: then what the server has not is given up, for the form holds all of it.
 */
export async function submitAndWait(
  making: readonly Given[] | Promise<readonly Given[]>,
  own: Submitter,
): Promise<Submitted> {
  const given = await making
  const ids = new Set(await (await openedOutbox(own.as)).submitAll(given, { mayMerge: false }))
  await own.onKept?.()
  if (!isOnline()) return 'offline'
  await over(ids)
  const refused = left(ids).find(({ state }) => state === 'refused')
  if (refused) {
    if (!own.isHere()) return 'refused'
    await own.onRefused?.()
    await giveUp(ids)
    throw new ApiError('status', { status: refused.problem?.status ?? 400, problem: refused.problem?.body })
  }
  if (left(ids).some(({ state }) => state === 'conflict')) return 'conflict'
  if (left(ids).some(({ state }) => state === 'password')) return 'password'
  return (await areDone(ids)) ? 'done' : isOnline() ? 'kept' : 'offline'
}

const left = (ids: ReadonlySet<string>) => outboxSnapshot().entries.filter(({ id }) => ids.has(id))

/** Those that were refused, and those behind them that the server has not heard of. The last one first: none overtakes. */
async function giveUp(ids: ReadonlySet<string>): Promise<void> {
  for (const { id, state, wasSent } of left(ids).toReversed()) {
    if (state === 'refused' || (state === 'waiting' && !wasSent)) await (await openedOutbox()).discard(id)
  }
}

/** A change that is gone from the snapshot was made, or given up in another tab: its fate tells. */
async function areDone(ids: ReadonlySet<string>): Promise<boolean> {
  if (left(ids).some(({ state }) => state !== 'done')) return false
  const recent = (await outboxIfOpen()?.doneChanges(JUST_DONE)) ?? []
  const fates = new Map(recent.map(({ id, state }) => [id, state]))
  return [...ids].every((id) => fates.get(id) === 'done')
}

/** Whether any is still on its way, as far as anybody knows: what waits for the person is not. */
function anyPending(entries: readonly OutboxEntry[]): boolean {
  const { entries: all, held: kept } = outboxSnapshot()
  const held = blockedBy(all, needsOf, kept?.upTo)
  return entries.some(({ state, problem, seq }) => {
    return state === 'sending' || (state === 'waiting' && problem === null && !held.has(seq))
  })
}

/** Resolves when none of these changes is on its way any more, when one has come to a stop, or when patience is out. */
function over(ids: ReadonlySet<string>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, PATIENCE_MS)
    const look = () => {
      const entries = left(ids)
      if (entries.some(({ state }) => NEEDS_ATTENTION.includes(state)) || !anyPending(entries)) end()
    }
    const stop = subscribeOutbox(look)
    look()
  })
}
