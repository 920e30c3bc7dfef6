import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { enqueue } from '#src/offline/outbox/save/enqueue.ts'
import { contentWith, type RewritePorts, rewriteEntry } from '#src/offline/outbox/save/rewrite-entry.ts'
import type { StoreReader } from '../ports.ts'
import { canBeRemoved, inverseOf } from './can-undo.ts'
import { discardEntry, TooLate } from './decide.ts'

/** Thrown when nothing puts a change back as it was. The message is for the person. */
export class CannotUndo extends Error {
  override readonly name = 'CannotUndo'
}

/** How often a change may be begun while it is taken back: together with others, and then by itself. */
const MAX_BEGINNINGS = 2

export interface Undone {
  readonly came: 'removed' | 'sent_back'
  /** The entries that changed. */
  readonly seqs: readonly number[]
}

/**
 * Takes a change back. One that the server can't have is taken out, or the last step that was merged into it is; behind
 * any other its inverse is kept as a change of its own. Throws TooLate, CannotUndo or NotKept, and then nothing changed.
 */
export async function undoEntry(ports: RewritePorts, user: string, registry: Registry, id: string): Promise<Undone> {
  for (let more = MAX_BEGINNINGS; ; more -= 1) {
    try {
      return await undoOnce(ports, user, registry, id)
    } catch (error) {
      // Another tab may have begun an attempt between the look and the act.
      if (!(error instanceof TooLate) || more === 0) throw error
    }
  }
}

async function undoOnce(ports: RewritePorts, user: string, registry: Registry, id: string): Promise<Undone> {
  const { entry, hasFollowers } = await ports.store.read((tx) => found(tx, user, id))
  if (canBeRemoved(entry)) {
    const seqs = await removed(ports, user, registry, entry, hasFollowers)
    return { came: 'removed', seqs }
  }
  const drafts = inverseOf(registry, entry)
  if (drafts.length === 0) throw new CannotUndo('This change can’t be taken back by itself. Change the record instead.')
  const kept = await enqueue(
    ports,
    user,
    registry,
    drafts.map((draft) => ({ ...draft, mayMerge: false })),
  )
  return { came: 'sent_back', seqs: kept.map(({ seq }) => seq) }
}

/** The change as the disk has it, also when it is done; and whether later ones concern its records. */
async function found(tx: StoreReader, user: string, id: string) {
  const entry = (await tx.entryOf(id)) ?? (await doneOf(tx, id))
  if (entry.user !== user) throw new TooLate('This change is no longer waiting.')
  const touching = (await Promise.all(entry.touches.map((key) => tx.touching(key)))).flat()
  return { entry, hasFollowers: touching.some(({ seq }) => seq > entry.seq) }
}

async function doneOf(tx: StoreReader, id: string): Promise<OutboxEntry> {
  const fate = await tx.fate(id)
  if (fate?.state !== 'done') throw new TooLate('This change is no longer waiting.')
  if (!fate.entry) throw new CannotUndo('This device no longer knows what the change was.')
  return fate.entry
}

async function removed(
  ports: RewritePorts,
  user: string,
  registry: Registry,
  entry: OutboxEntry,
  hasFollowers: boolean,
): Promise<readonly number[]> {
  const { state, earlier, seenVersion } = entry
  if (state !== 'waiting' || earlier.length === 0) {
    // Those behind a change that makes a record would be left without it.
    if (seenVersion === null && hasFollowers)
      throw new CannotUndo('Later changes build on this one. Take those back first.')
    return discardEntry(ports, user, registry, entry.id, canBeRemoved)
  }
  const after = await rewriteEntry(ports, user, entry.id, (now) => {
    if (!now || !canBeRemoved(now)) throw new TooLate('This change is on its way by now.')
    return stepBack(registry, now)
  })
  return after ? [after.seq] : []
}

function stepBack(registry: Registry, entry: OutboxEntry) {
  const reading = registry.readAnew(entry)
  const step = reading?.earlier.at(-1)
  if (!reading || !step) throw new CannotUndo('This version of the app does not know this change.')
  return { ...contentWith(reading, entry, step.input), earlier: reading.earlier.slice(0, -1), madeAt: step.madeAt }
}
