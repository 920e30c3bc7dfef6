import type { Command } from '#src/offline/command.ts'
import { submit, undo } from '#src/offline/outbox/outbox.ts'
import { toastDone, toastFailure } from '#src/ui/toast.ts'
import { toastWithUndo } from '#src/ui/undo-toast.tsx'

/**
 * Keeps a quick change as `submit` does, says so, and offers to take it back. Throws as `submit` does.
 */
export async function submitWithUndo<Input>(
  command: Command<Input>,
  input: Input,
  seen: Parameters<typeof submit>[2],
): Promise<{ readonly id: string }> {
  const made = await submit(command, input, seen)
  const { record, change } = command.describe(input)
  toastWithUndo(`${record}: ${change}`, () => undoAndSay(made.id))
  return made
}

/** Takes a change back and says what came of it, or why that can't be done. */
export function undoAndSay(id: string): void {
  undo(id).then((way) => toastDone(WAYS[way]), toastFailure)
}

const WAYS = {
  removed: 'Taken back',
  sent_back: 'It may be at the server already, so what was there before is sent after it.',
} as const
