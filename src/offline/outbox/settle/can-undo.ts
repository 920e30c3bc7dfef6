import type { NewChange } from '#src/offline/command.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'

const DECLINED_STATES: ReadonlySet<EntryState> = new Set<EntryState>(['conflict', 'refused', 'password'])

/** Whether the server can't have applied the change: it was never sent, or the server declined it. */
export const canBeRemoved = ({ state, wasSent }: OutboxEntry) =>
  (state === 'waiting' && !wasSent) || DECLINED_STATES.has(state)

/** Whether a change can be undone in its current state, so that a screen can offer it. */
export function canUndoEntry(registry: Registry, entry: OutboxEntry): boolean {
  return canBeRemoved(entry) || inverseOf(registry, entry).length > 0
}

/**
 * The changes that undo a change; empty when there are none. For a done change they start from the version that the
 * server returned, so that a later change by a colleague is not overwritten unseen. Otherwise they start from the
 * version that the user saw, because the server ignores the author's own changes.
 */
export function inverseOf(registry: Registry, entry: OutboxEntry): readonly NewChange[] {
  const reading = registry.readUncached(entry)
  const drafts = reading?.command.inverse?.(reading.input) ?? []
  return drafts.map((draft) => {
    // The input was made by this command, so its type fits.
    const [first] = draft.command.touches(draft.input as never)
    const returnedVersion = entry.versions.find(({ key }) => key === first)?.version
    const seenVersion = entry.state !== 'done' && first === entry.touches[0] ? entry.seenVersion : draft.seenVersion
    return { ...draft, seenVersion: returnedVersion ?? seenVersion }
  })
}
