import type { Field, RecordKey, Remedy } from '#src/offline/command.ts'
import { withoutSecrets } from '#src/offline/outbox/entry/content.ts'
import type { EntryWords, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { appRegistry } from '#src/offline/outbox/entry/registry.ts'
import { canUndoEntry } from '#src/offline/outbox/settle/can-undo.ts'
import { chosenInput, type FieldChoices } from '#src/offline/outbox/settle/field-choices.ts'
import { isOfAccount } from './snapshot.ts'

// What a screen asks of one entry. The commands that the app knows tell it; nothing is opened for it, and nothing changes.

/** What an entry is about and what it does, in plain words; also of entries that this version does not know. */
export function describe(entry: OutboxEntry): EntryWords {
  return appRegistry.read(entry)?.words ?? entry.words
}

/** What a change says, field by field, secrets aside; empty when its command does not tell, or this version does not know it. */
export function fieldsOf(entry: OutboxEntry): readonly Field<unknown>[] {
  const reading = appRegistry.readAnew(entry)
  return reading?.command.fields?.(withoutSecrets(reading.command, reading.input)) ?? []
}

/** What a refused change could say instead, for `revise`; empty when its command has no idea. */
export function remediesOf(entry: OutboxEntry): readonly Remedy<unknown>[] {
  const { state, problem } = entry
  if (state !== 'refused' || problem?.kind !== 'status' || problem.status === null) return []
  const reading = appRegistry.readAnew(entry)
  return reading?.command.remedies?.(reading.input, { status: problem.status, body: problem.body }) ?? []
}

/** What a change would say with other values in some of its fields, by the first name of each: for `revise`. */
export function inputWith(entry: OutboxEntry, picks: FieldChoices): unknown {
  const reading = appRegistry.readAnew(entry)
  return reading ? chosenInput(reading, entry, picks) : entry.input
}

/** Whether to offer to take back a change that is unsettled or done. */
export function canUndo(entry: OutboxEntry): boolean {
  return canUndoEntry(appRegistry, entry)
}

/** Whether the server may want the password for it. */
export const mayNeedPassword = (entry: OutboxEntry): boolean => isOfAccount(entry, appRegistry.read(entry))

/** The records whose earlier changes an entry waits for without changing them; none where this version does not know it. */
export function needsOf(entry: OutboxEntry): readonly RecordKey[] {
  return appRegistry.read(entry)?.needs ?? []
}

/** First parts of the query keys that are fetched again once an entry is settled; see `Command.refreshes`. */
export const refreshesOf = (entry: OutboxEntry) => appRegistry.read(entry)?.command.refreshes ?? []
