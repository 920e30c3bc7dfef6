import { type Command, draftOf } from '#src/offline/command.ts'
import { NEEDS_ATTENTION } from '#src/offline/outbox/entry/entry.ts'
import { openedOutbox, outboxSnapshot } from '#src/offline/outbox/outbox.ts'
import type { Given, GivenFile } from '#src/offline/outbox/save/stored-files.ts'
import { blockedBy } from '#src/offline/outbox/send/blocked-entries.ts'
import { needsOf, describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { currentSubject } from '#src/session/session.ts'
import { toastDone, toastFailure } from '#src/ui/notice/toast.ts'
import { toastWithUndo } from '#src/ui/notice/undo-toast.tsx'

/**
 * Keeps a quick change as `submitAll` does, says so, and offers to take it back. Throws as `submitAll` does. Where the
 * command has to be loaded first, `submitAllWithUndo` takes the load: after an await another person may be here.
 */
export async function submitWithUndo<Input>(
  command: Command<Input>,
  input: Input,
  { seenVersion, files = [] }: { readonly seenVersion: number | null; readonly files?: readonly GivenFile[] },
): Promise<void> {
  await submitAllWithUndo([{ ...draftOf(command, input, seenVersion), files }])
}

/**
 * The same for changes that belong together: all are kept or none, and all are taken back together. They are those of the user who
 * is here now, also where something must come first that makes them.
 */
export async function submitAllWithUndo(making: readonly Given[] | Promise<readonly Given[]>): Promise<void> {
  const as = currentSubject()
  const given = await making
  // The command that a draft was made for takes its input.
  const words = given.map(({ command, input }) => lineOf(command.describe(input as never)))
  const ids = await (await openedOutbox(as)).submitAll(given)
  if (currentSubject() === as) offerUndo(ids, words, () => void undoAndSay(ids.toReversed()))
}

/** Says what was kept, and what that waits for, and offers to take it back. `undo` is as in `toastWithUndo`. */
export function offerUndo(ids: readonly string[], words: readonly string[], undo: (isByKey: boolean) => void): void {
  const { entries } = outboxSnapshot()
  const isRefused = entries.some(({ id, state }) => ids.includes(id) && NEEDS_ATTENTION.includes(state))
  if (ids.length > 0 && !isRefused) toastWithUndo([...words, ...waitsFor(ids)].join('\n'), undo, ids)
}

/** What these changes wait for, where that is another change which needs the person. */
function waitsFor(ids: readonly string[]): readonly string[] {
  const { entries, needsAttention } = outboxSnapshot()
  if (needsAttention === 0) return []
  const held = blockedBy(entries, needsOf)
  const made = entries.filter(({ id }) => ids.includes(id))
  const first = made.flatMap(({ seq }) => held.get(seq) ?? [])
  return [...new Set(first)].map((entry) => `Waits until this is settled in the Outbox: ${lineOf(wordsOf(entry))}`)
}

const lineOf = ({ record, change }: ReturnType<Command<never>['describe']>) => `${record}: ${change}`

/** Takes changes back one after the other, and says what came of it, or why that can't be done. */
export function undoAndSay(ids: readonly string[]): Promise<void> {
  return undoAll(ids).then((isSent) => toastDone(isSent ? SENT_BACK : 'Taken back'), toastFailure)
}

/** Takes changes back one after the other. Answers whether what was there before has to be sent; throws as `undo` does. */
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
