import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { enqueue } from '#src/offline/outbox/save/enqueue.ts'
import { contentWith, type RewritePorts, rewriteEntry } from '#src/offline/outbox/save/rewrite-entry.ts'
import type { StoreReader } from '../ports.ts'
import { canBeRemoved, inverseOf } from './can-undo.ts'
import { discardEntry, TooLate } from './decide.ts'

/** Thrown when a change can't be undone. The message is for the user. */
export class CannotUndo extends Error {
  override readonly name = 'CannotUndo'
}

/** How often an attempt may begin during an undo: once in a batch, and then once more on its own. */
const MAX_RETRIES = 2

export interface UndoResult {
  readonly outcome: 'removed' | 'sent_back'
  /** The sequence numbers of the entries that changed. */
  readonly seqs: readonly number[]
}

/**
 * Undoes a change. A change that the server can't have is removed, or only its last merge or edit is undone. For any
 * other change the inverse is saved as a new change. Throws TooLate, CannotUndo or NotSaved; then nothing was changed.
 */
export async function undoEntry(
  ports: RewritePorts,
  user: string,
  registry: Registry,
  id: string,
): Promise<UndoResult> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft -= 1) {
    try {
      return await undoOnce(ports, user, registry, id)
    } catch (error) {
      // Another tab may have begun an attempt after this tab read the entry.
      if (!(error instanceof TooLate) || retriesLeft === 0) throw error
    }
  }
}

async function undoOnce(ports: RewritePorts, user: string, registry: Registry, id: string): Promise<UndoResult> {
  const { entry, hasFollowers } = await ports.store.read((tx) => findChange(tx, user, id))
  if (canBeRemoved(entry)) {
    const seqs = await removeChange(ports, user, registry, entry, hasFollowers)
    return { outcome: 'removed', seqs }
  }
  const drafts = inverseOf(registry, entry)
  if (drafts.length === 0) throw new CannotUndo('This change can’t be undone on its own. Change the record instead.')
  const saved = await enqueue(
    ports,
    user,
    registry,
    drafts.map((draft) => ({ ...draft, mayMerge: false })),
  )
  return { outcome: 'sent_back', seqs: saved.map(({ seq }) => seq) }
}

/** The change as stored, even when it is done, and whether later changes touch its records. */
async function findChange(tx: StoreReader, user: string, id: string) {
  const entry = (await tx.entryById(id)) ?? (await findEndedChange(tx, id))
  if (entry.user !== user) throw new TooLate('This change is no longer waiting.')
  const touching = (await Promise.all(entry.touches.map((key) => tx.entriesTouching(key)))).flat()
  return { entry, hasFollowers: touching.some(({ seq }) => seq > entry.seq) }
}

async function findEndedChange(tx: StoreReader, id: string): Promise<OutboxEntry> {
  const finalState = await tx.finalState(id)
  if (finalState?.state !== 'done') throw new TooLate('This change is no longer waiting.')
  if (!finalState.entry) throw new CannotUndo('This device no longer knows what the change was.')
  return finalState.entry
}

async function removeChange(
  ports: RewritePorts,
  user: string,
  registry: Registry,
  entry: OutboxEntry,
  hasFollowers: boolean,
): Promise<readonly number[]> {
  const { state, earlier, seenVersion } = entry
  if (state !== 'waiting' || earlier.length === 0) {
    // Without this change, which creates a record, later changes would have no record.
    if (seenVersion === null && hasFollowers)
      throw new CannotUndo('Later changes build on this one. Take those back first.')
    return discardEntry(ports, user, registry, entry.id, canBeRemoved)
  }
  const after = await rewriteEntry(ports, user, entry.id, (now) => {
    if (!now || !canBeRemoved(now)) throw new TooLate('This change is already being sent.')
    return earlierContent(registry, now)
  })
  return after ? [after.seq] : []
}

function earlierContent(registry: Registry, entry: OutboxEntry) {
  const reading = registry.readUncached(entry)
  const last = reading?.earlier.at(-1)
  if (!reading || !last) throw new CannotUndo('This version of the app does not know this change.')
  return { ...contentWith(reading, entry, last.input), earlier: reading.earlier.slice(0, -1), madeAt: last.madeAt }
}
