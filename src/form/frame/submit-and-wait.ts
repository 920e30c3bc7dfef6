import { ApiError } from '#src/api/api-error.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import { NEEDS_ATTENTION, type OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox, outboxIfOpen, outboxSnapshot, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import { awaitChanges } from '#src/offline/outbox/show/awaited-changes.ts'
import { openEntries } from '#src/offline/outbox/show/open-entries.ts'
import { currentSubject } from '#src/session/session.ts'
import { noteWait, patienceFor } from './patience.ts'

/** The number of recent finished changes that are searched for a change of a moment ago. */
const JUST_DONE = 50

/** The state of submitted changes when the form closes. */
export interface Submitted {
  /**
   * `done`: the server has all changes. `sending`: they are on their way. `password`: the server requires the password
   * first, and a dialog asks for it. `offline`, `kept`: they wait on this device, for the network or for something
   * else. `conflict`: another user changed the same, and the Outbox asks. `refused`: refused after the form was closed,
   * so the Outbox shows it.
   */
  readonly is: 'done' | 'sending' | 'offline' | 'kept' | 'password' | 'conflict' | 'refused'
  readonly ids: ReadonlySet<string>
  /** The records of the changes in words, as in the Outbox. See `recordWords`. */
  readonly record: string | undefined
}

/** The form whose input is submitted. */
export interface Submitter {
  /** The user's token subject, read before any await: a user who signs in later never sends this input. */
  readonly as: string
  /** Whether the form is still on screen. */
  readonly isHere: () => boolean
  /** The user gives up the form's files, because the device has no space for them. */
  readonly isWithoutFiles?: boolean
  /** The user goes on from the server's response (an import): the form waits longer, even while files are sent. */
  readonly needsResponse?: boolean
  /**
   * Called when the outbox has stored all input: a remaining draft would bring the same input back into the form after
   * a crash.
   */
  readonly onSaved?: () => Promise<void>
  /** Called when the form owns the input again. The outbox discards the entries after it resolves. */
  readonly onRefused?: () => Promise<void>
}

/** A submitter without a form on screen: refused changes stay in the Outbox with their messages. */
export const unwatched = (): Submitter => ({ as: currentSubject(), isHere: () => false })

/**
 * Saves the changes of a form like `submitAll`, without merging. On a quick connection it then waits a moment for the
 * server's response, so that a refusal can be shown at the fields (`patienceFor`). Throws `NotSaved`, and an `ApiError`
 * when the server refuses while the form is still on screen. Then the changes that the server does not have are
 * discarded, because the form still contains them.
 */
export async function submitAndWait(
  changesOrPromise: readonly NewChangeWithFiles[] | Promise<readonly NewChangeWithFiles[]>,
  submitter: Submitter,
): Promise<Submitted> {
  const changes = await changesOrPromise
  const record = recordWords(changes)
  const ids = new Set(await (await openedOutbox(submitter.as)).submitAll(changes, { mayMerge: false }))
  await submitter.onSaved?.()
  if (!isOnline()) return { is: 'offline', ids, record }
  const patienceMs = patienceFor(changes, submitter)
  if (patienceMs === 0) return { is: waitingState(ids), ids, record }
  const stopAwaiting = awaitChanges(ids, submitter.isHere)
  try {
    const isInTime = await whenStopped(ids, patienceMs)
    // A long wait, an end without a response, and a change whose photos are drawn for this device before it is done tell
    // nothing about the connection.
    if (
      !submitter.needsResponse &&
      changes.every(({ files = [] }) => files.length === 0) &&
      (!isInTime || hasResponse(ids))
    )
      noteWait(isInTime)
    return { is: await resultOf(ids, submitter), ids, record }
  } finally {
    stopAwaiting()
  }
}

/** The records of changes in words: "A", "A and B" for a lap. Undefined without a change, and for more than a toast holds. */
function recordWords(changes: readonly NewChangeWithFiles[]): string | undefined {
  // The input has the type of its own command.
  const records = new Set(changes.map(({ command, input }) => command.describe(input as never).record))
  return records.size === 0 || records.size > 2 ? undefined : [...records].join(' and ')
}

/** The result at the end of the wait. Throws when the server has refused a change of a form on screen. */
async function resultOf(ids: ReadonlySet<string>, submitter: Submitter): Promise<Submitted['is']> {
  const remaining = remainingEntries(ids)
  const refused = remaining.find(({ state }) => state === 'refused')
  if (refused) {
    if (!submitter.isHere()) return 'refused'
    await submitter.onRefused?.()
    await discardRefused(ids)
    throw new ApiError('status', { status: refused.problem?.status ?? 400, problem: refused.problem?.body })
  }
  if (remaining.some(({ state }) => state === 'conflict')) return 'conflict'
  if (remaining.some(({ state }) => state === 'password')) return 'password'
  if (await areDone(ids)) return 'done'
  if (!isOnline()) return 'offline'
  return waitingState(ids)
}

const remainingEntries = (ids: ReadonlySet<string>) => outboxSnapshot().entries.filter(({ id }) => ids.has(id))
const waitingState = (ids: ReadonlySet<string>) => (anyPending(remainingEntries(ids)) ? 'sending' : 'kept')
/** Whether the server has applied or declined all changes. */
const hasResponse = (ids: ReadonlySet<string>) =>
  remainingEntries(ids).every(
    ({ state }) => state === 'done' || NEEDS_ATTENTION.includes(state) || state === 'password',
  )

/**
 * Discards the refused changes and the unsent changes behind them, the last one first, so that none is sent in between.
 */
async function discardRefused(ids: ReadonlySet<string>): Promise<void> {
  for (const { id, state, wasSent } of remainingEntries(ids).toReversed()) {
    if (state === 'refused' || (state === 'waiting' && !wasSent)) await (await openedOutbox()).discard(id)
  }
}

/**
 * Whether all changes are done. A change that left the snapshot was sent, or discarded in another tab: its final state
 * decides.
 */
export async function areDone(ids: ReadonlySet<string>): Promise<boolean> {
  if (remainingEntries(ids).some(({ state }) => state !== 'done')) return false
  const recent = (await outboxIfOpen()?.endedChanges(JUST_DONE)) ?? []
  const finalStates = new Map(recent.map(({ id, state }) => [id, state]))
  return [...ids].every((id) => finalStates.get(id) === 'done')
}

/** Whether any change may still be sent. Changes that wait for the user do not count. */
function anyPending(entries: readonly OutboxEntry[]): boolean {
  const open = openEntries(outboxSnapshot())
  return entries.some(({ state, problem, seq }) => open.has(seq) && (state === 'sending' || problem === null))
}

/**
 * Resolves when no change is in flight any more, when one needs the user, or at the timeout. Resolves to whether it was
 * before the timeout.
 */
function whenStopped(ids: ReadonlySet<string>, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isInTime: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(isInTime)
    }
    const timer = setTimeout(() => end(false), patienceMs)
    const look = () => {
      const entries = remainingEntries(ids)
      if (entries.some(({ state }) => NEEDS_ATTENTION.includes(state)) || !anyPending(entries)) end(true)
    }
    const stop = subscribeOutbox(look)
    look()
  })
}
