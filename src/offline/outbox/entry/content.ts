import * as z from 'zod/mini'
import type { AnyCommand } from '#src/offline/command.ts'
import { NotSaved, STILL_HERE } from '#src/offline/outbox/save/not-saved.ts'
import type { OutboxEntry, StoredFile } from './entry.ts'

/** The part of an entry that says what is changed. */
export type Content = Pick<
  OutboxEntry,
  'command' | 'commandVersion' | 'touches' | 'input' | 'request' | 'words' | 'files'
>

/** What an entry of this input says. Throws NotKept when the command refuses the input. */
export function contentOf(command: AnyCommand, given: unknown, files: readonly StoredFile[] = []): Content {
  const parsed = z.safeParse(command.input, given)
  if (!parsed.success) {
    const why = parsed.error.issues.map((issue) => issue.message).join(' ')
    throw new NotSaved(`This change can't be kept as it is: ${why} ${STILL_HERE}`)
  }
  // The command's own schema has just judged the input: it is what its functions take.
  const input = parsed.data as never
  return {
    command: command.name,
    commandVersion: command.version,
    touches: command.touches(input),
    input: parsed.data,
    request: command.request(input),
    words: command.describe(withoutSecrets(command, input)),
    files,
  }
}

/** What of an input may be shown and remembered; the input itself where its command knows no secrets. */
export function withoutSecrets(command: AnyCommand, input: never): never {
  // A command takes what it makes of its own input.
  return command.withoutSecrets ? (command.withoutSecrets(input) as never) : input
}

/** Whether two changes concern the same records. */
export function isOfSameRecords(one: Pick<OutboxEntry, 'touches'>, other: Pick<OutboxEntry, 'touches'>): boolean {
  return one.touches.length === other.touches.length && one.touches.every((key) => other.touches.includes(key))
}
