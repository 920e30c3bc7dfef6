import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { NotSaved } from '#src/offline/outbox/save/not-saved.ts'
import {
  contentWith,
  type RewritePorts,
  type RewrittenEntry,
  rewriteEntry,
} from '#src/offline/outbox/save/rewrite-entry.ts'
import { decidable, TooLate } from './decide.ts'
import { chosenInput, type FieldChoices, versionOfTheirs } from './field-choices.ts'

/** The server has looked at it, and has made none of it. */
const SAID_NO: ReadonlySet<EntryState> = new Set<EntryState>(['refused', 'password'])

/**
 * Lets a change say something else: one that was never sent, was refused, waits for the password, or conflicts. A conflicting
 * one then stands upon the record as it is now. Answers the numbers of the entries that changed; throws TooLate or NotKept.
 */
export async function reviseEntry(
  ports: RewritePorts,
  user: string,
  registry: Registry,
  id: string,
  input: unknown,
): Promise<readonly number[]> {
  const after = await rewriteEntry(ports, user, id, (found) => {
    const { entry, reading } = revisable(registry, found, user)
    const content = contentWith(reading, entry, input)
    if (entry.state === 'conflict') return { ...content, seenVersion: versionOfTheirs(entry), earlier: [] }
    if (SAID_NO.has(entry.state)) return { ...content, earlier: [] }
    const step = { input: reading.input, words: entry.words, madeAt: entry.madeAt }
    return { ...content, earlier: [...reading.earlier, step], madeAt: ports.clock.now() }
  })
  return after ? [after.seq] : []
}

/**
 * Settles a conflict as the person decides, field by field: what stays mine is sent upon the record as it is now. Answers
 * the numbers of the entries that changed; null when nothing of it stays, and then nothing has happened yet. Throws
 * TooLate or NotKept.
 */
export async function settleByFields(
  ports: RewritePorts,
  user: string,
  registry: Registry,
  id: string,
  picks: FieldChoices,
): Promise<readonly number[] | null> {
  const after = await rewriteEntry(ports, user, id, (found): RewrittenEntry | null => {
    const { entry, reading } = revisable(registry, found, user)
    if (entry.state !== 'conflict') throw new TooLate('This conflict is settled already.')
    const input = chosenInput(reading, entry, picks)
    if (input === null) return null
    return { ...contentWith(reading, entry, input), seenVersion: versionOfTheirs(entry), earlier: [] }
  })
  return after && [after.seq]
}

function revisable(registry: Registry, found: OutboxEntry | undefined, user: string) {
  const entry = decidable(found, user)
  const isOpen = entry.state === 'conflict' || SAID_NO.has(entry.state) || !entry.wasSent
  if (!isOpen) throw new TooLate('This change was sent already and waits for its answer.')
  const reading = registry.readAnew(entry)
  if (!reading) throw new NotSaved('This version of the app does not know this change. It is kept as it is.')
  return { entry, reading }
}
