import type { Draft } from '#src/offline/command.ts'
import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'

const SAID_NO: ReadonlySet<EntryState> = new Set<EntryState>(['conflict', 'refused', 'password'])

/** Whether the server can't have the change: it was never sent, or what it answered says so. */
export const canBeRemoved = ({ state, wasSent }: OutboxEntry) => (state === 'waiting' && !wasSent) || SAID_NO.has(state)

/** Whether a change can be taken back as it stands, for a screen to offer it. */
export function canUndoEntry(registry: Registry, entry: OutboxEntry): boolean {
  return canBeRemoved(entry) || inverseOf(registry, entry).length > 0
}

/**
 * What puts a change back. Of one that is done it starts from the version that its success gave, so that what a colleague
 * did since is not overwritten unseen; else from what the person saw, since the server leaves one's own changes out.
 */
export function inverseOf(registry: Registry, entry: OutboxEntry): readonly Draft[] {
  const reading = registry.readAnew(entry)
  const drafts = reading?.command.inverse?.(reading.input) ?? []
  return drafts.map((draft) => {
    // The command that made the input takes it.
    const [first] = draft.command.touches(draft.input as never)
    const given = entry.versions.find(({ key }) => key === first)?.version
    const seen = entry.state !== 'done' && first === entry.touches[0] ? entry.seenVersion : draft.seenVersion
    return { ...draft, seenVersion: given ?? seen }
  })
}
