import type { Field, RecordKey, Remedy } from '#src/offline/command.ts'
import { withoutSecrets } from '#src/offline/outbox/entry/content.ts'
import type { EntryWords, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { appRegistry } from '#src/offline/outbox/entry/registry.ts'
import { canUndoEntry } from '#src/offline/outbox/settle/can-undo.ts'
import { type FieldChoices, inputWithChoices } from '#src/offline/outbox/settle/field-choices.ts'
import { concernsAccount } from './snapshot.ts'

// What screens show of one entry, derived from the commands that the app knows. Nothing is opened and nothing changes.

/** The record and the change of an entry as text for the user, even when this version does not know its command. */
export function describe(entry: OutboxEntry): EntryWords {
  return appRegistry.read(entry)?.words ?? entry.words
}

/**
 * The fields of a change, without secrets. Empty when its command has none or this version does not know the command.
 */
export function fieldsOf(entry: OutboxEntry): readonly Field<unknown>[] {
  const reading = appRegistry.readUncached(entry)
  return reading?.command.fields?.(withoutSecrets(reading.command, reading.input)) ?? []
}

/** Alternative inputs for a refused change, for `revise`. Empty when its command suggests none. */
export function remediesOf(entry: OutboxEntry): readonly Remedy<unknown>[] {
  const { state, problem } = entry
  if (state !== 'refused' || problem?.kind !== 'status' || problem.status === null) return []
  const reading = appRegistry.readUncached(entry)
  return reading?.command.remedies?.(reading.input, { status: problem.status, body: problem.body }) ?? []
}

/** The input of a change with other values in some fields, keyed by each field's first name; for `revise`. */
export function inputWith(entry: OutboxEntry, choices: FieldChoices): unknown {
  const reading = appRegistry.readUncached(entry)
  return reading ? inputWithChoices(reading, entry, choices) : entry.input
}

/**
 * The app's address at which the user sees the record after a change; null when its command names none or this version
 * does not know the command.
 */
export function pageOf(entry: OutboxEntry): string | null {
  const reading = appRegistry.readUncached(entry)
  return reading?.command.page?.(reading.input) ?? null
}

/** Whether to offer undo for an unsettled or done change. */
export function canUndo(entry: OutboxEntry): boolean {
  return canUndoEntry(appRegistry, entry)
}

/** Whether the server may require the password for a change. */
export const mayNeedPassword = (entry: OutboxEntry): boolean => concernsAccount(entry, appRegistry.read(entry))

/**
 * Records whose earlier changes an entry waits for without changing them. None when this version does not know the
 * command.
 */
export function dependenciesOf(entry: OutboxEntry): readonly RecordKey[] {
  return appRegistry.read(entry)?.dependsOn ?? []
}

/** The areas that an entry changes. None when this version does not know the command. */
export const areasOf = (entry: OutboxEntry) => appRegistry.read(entry)?.command.areas ?? []
