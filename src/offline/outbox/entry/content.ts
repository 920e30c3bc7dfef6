import * as z from 'zod/mini'
import type { AnyCommand } from '#src/offline/command.ts'
import { NotSaved, STILL_HERE } from '#src/offline/outbox/save/not-saved.ts'
import type { OutboxEntry, StoredFile } from './entry.ts'

/** The part of an entry that describes the change itself. */
export type Content = Pick<
  OutboxEntry,
  'command' | 'commandVersion' | 'touches' | 'input' | 'request' | 'words' | 'files'
>

/** Builds the content of an entry from an input. Throws NotSaved when the command refuses the input. */
export function contentOf(command: AnyCommand, rawInput: unknown, files: readonly StoredFile[] = []): Content {
  const parsed = z.safeParse(command.input, rawInput)
  if (!parsed.success) {
    const why = parsed.error.issues.map((issue) => issue.message).join(' ')
    throw new NotSaved(`This change can't be kept as it is: ${why} ${STILL_HERE}`)
  }
  // The command's own schema has just accepted the input, so the command's functions accept it too.
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

/** The part of an input that may be shown, and stored after the change has ended: all except its secrets. */
export function withoutSecrets(command: AnyCommand, input: never): never {
  // A command accepts the result of its own `withoutSecrets`.
  return command.withoutSecrets ? (command.withoutSecrets(input) as never) : input
}

/** Whether two changes concern the same records. */
export function concernSameRecords(one: Pick<OutboxEntry, 'touches'>, other: Pick<OutboxEntry, 'touches'>): boolean {
  return one.touches.length === other.touches.length && one.touches.every((key) => other.touches.includes(key))
}
