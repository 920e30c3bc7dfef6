import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import {
  contentWith,
  type RewritePorts,
  type RewrittenEntry,
  rewriteEntry,
} from '#src/offline/outbox/save/rewrite-entry.ts'
import { decidableEntry, TooLate } from './decide.ts'
import { currentVersionOf, type FieldChoices, inputWithChoices } from './field-choices.ts'

/** The server processed the change and applied none of it. */
const DECLINED_STATES: ReadonlySet<EntryState> = new Set<EntryState>(['refused', 'password'])

/**
 * Edits a change that was never sent, was refused, waits for the password, or conflicts. A conflicting change is then
 * based on the record's current version. Returns the sequence numbers of the entries that changed. Throws TooLate or
 * NotSaved.
 */
export async function reviseEntry(
  ports: RewritePorts,
  user: string,
  registry: Registry,
  id: string,
  input: unknown,
): Promise<readonly number[]> {
  const after = await rewriteEntry(ports, user, id, (stored) => {
    const { entry, reading } = revisableEntry(registry, stored, user)
    const content = contentWith(reading, entry, input)
    if (entry.state === 'conflict') return { ...content, seenVersion: currentVersionOf(entry), earlier: [] }
    if (DECLINED_STATES.has(entry.state)) return { ...content, earlier: [] }
    const last = { input: reading.input, words: entry.words, madeAt: entry.madeAt }
    return { ...content, earlier: [...reading.earlier, last], madeAt: ports.clock.now() }
  })
  return after ? [after.seq] : []
}

/**
 * Resolves a conflict field by field: the user's remaining values are sent, based on the record's current version.
 * Returns the sequence numbers of the entries that changed. Null when none of the user's values remains; then nothing
 * was changed. Throws TooLate or NotSaved.
 */
export async function resolveByFields(
  ports: RewritePorts,
  user: string,
  registry: Registry,
  id: string,
  choices: FieldChoices,
): Promise<readonly number[] | null> {
  const after = await rewriteEntry(ports, user, id, (stored): RewrittenEntry | null => {
    const { entry, reading } = revisableEntry(registry, stored, user)
    if (entry.state !== 'conflict') throw new TooLate('This conflict is already resolved.')
    const input = inputWithChoices(reading, entry, choices)
    if (input === null) return null
    return { ...contentWith(reading, entry, input), seenVersion: currentVersionOf(entry), earlier: [] }
  })
  return after && [after.seq]
}

function revisableEntry(registry: Registry, stored: OutboxEntry | undefined, user: string) {
  const entry = decidableEntry(stored, user)
  const isEditable = entry.state === 'conflict' || DECLINED_STATES.has(entry.state) || !entry.wasSent
  if (!isEditable) throw new TooLate('This change was sent already and waits for its answer.')
  const reading = registry.readUncached(entry)
  if (!reading) throw new NotSaved('This version of the app does not know this change. It stays unchanged.')
  return { entry, reading }
}
