import { type Command, newChange } from '#src/offline/command.ts'
import { NEEDS_ATTENTION } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox, outboxSnapshot } from '#src/offline/outbox/outbox.ts'
import type { ChosenFile, NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'
import { blockedBy } from '#src/offline/outbox/send/blocked-entries.ts'
import { dependenciesOf, describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { currentSubject } from '#src/session/session.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { toastWithUndo } from '#src/ui/notice/undo-toast.tsx'

/**
 * Saves a change like `submitAll`, shows a toast and offers to undo it. Throws like `submitAll`. If the command must be
 * loaded first, pass the load to `submitAllWithUndo`: after an await another user may be signed in.
 */
export async function submitWithUndo<Input>(
  command: Command<Input>,
  input: Input,
  { seenVersion, files = [] }: { readonly seenVersion: number | null; readonly files?: readonly ChosenFile[] },
): Promise<void> {
  await submitAllWithUndo([{ ...newChange(command, input, seenVersion), files }])
}

/** The form that saves changes. */
export interface StoredBy {
  /** The user to whom the changes belong. Absent: the user who is signed in now. */
  readonly as?: string | undefined
  /** Called once the changes are stored, before anything else can end the page. */
  readonly onSaved?: () => unknown
}

/**
 * The same for changes that belong together: all are saved or none, and they are undone together. Without `as` they
 * belong to the user who is signed in now, even if `changesOrPromise` is a promise.
 */
export async function submitAllWithUndo(
  changesOrPromise: readonly NewChangeWithFiles[] | Promise<readonly NewChangeWithFiles[]>,
  { as = currentSubject(), onSaved }: StoredBy = {},
): Promise<void> {
  const changes = await changesOrPromise
  // The input has the type of its own command.
  const words = changes.map(({ command, input }) => lineOf(command.describe(input as never)))
  const ids = await (await openedOutbox(as)).submitAll(changes)
  await onSaved?.()
  if (currentSubject() === as) offerUndo(ids, words, () => void undoWithToast(ids.toReversed()))
}

/** Shows what was saved and what it waits for, and offers to undo it. `undo`: see `toastWithUndo`. */
export function offerUndo(ids: readonly string[], words: readonly string[], undo: (isByKey: boolean) => void): void {
  const { entries } = outboxSnapshot()
  const isRefused = entries.some(({ id, state }) => ids.includes(id) && NEEDS_ATTENTION.includes(state))
  if (ids.length > 0 && !isRefused) toastWithUndo([...words, ...blockersOf(ids)].join('\n'), undo, ids)
}

/** Describes the change that blocks these changes and needs the user. */
function blockersOf(ids: readonly string[]): readonly string[] {
  const { entries, needsAttention } = outboxSnapshot()
  if (needsAttention === 0) return []
  const blockers = blockedBy(entries, dependenciesOf)
  const saved = entries.filter(({ id }) => ids.includes(id))
  const first = saved.flatMap(({ seq }) => blockers.get(seq) ?? [])
  return [...new Set(first)].map((entry) => `Waits until this is settled in the Outbox: ${lineOf(wordsOf(entry))}`)
}

const lineOf = ({ record, change }: ReturnType<Command<never>['describe']>) => `${record}: ${change}`

/** Undoes changes one after the other and shows the result or the failure. */
export function undoWithToast(ids: readonly string[]): Promise<void> {
  return undoAll(ids).then((isSent) => toastDone(isSent ? SENT_BACK : 'Taken back'), toastFailure)
}

/** Undoes changes one after the other. Resolves to whether an inverse change must be sent. Throws like `undo`. */
async function undoAll(ids: readonly string[]): Promise<boolean> {
  let isSent = false
  for (const [at, id] of ids.entries()) {
    const way = await undoOne(id).catch((cause: Error) => {
      throw at === 0 ? cause : new Error(`Only a part of it was taken back. ${cause.message}`, { cause })
    })
    isSent ||= way === 'sent_back'
  }
  return isSent
}

const undoOne = async (id: string) => (await openedOutbox()).undo(id)

export const SENT_BACK = 'Taken back: what was there before is sent after it'
