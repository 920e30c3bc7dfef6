import { type Command, newChange } from '#src/offline/command.ts'
import type { Acts } from '#src/offline/outbox/acts.ts'
import type { ChosenFile } from '#src/offline/outbox/save/stored-files.ts'

/** Saves a single change. Returns the id of its entry; throws like `submitAll`. */
export async function submitChange<Input>(
  acts: Acts,
  command: Command<Input>,
  input: Input,
  seenVersion: number | null,
  files: readonly ChosenFile[] = [],
): Promise<string> {
  const [id] = await acts.submitAll([{ ...newChange(command, input, seenVersion), files }])
  if (id === undefined) throw new Error('nothing was enqueued')
  return id
}
