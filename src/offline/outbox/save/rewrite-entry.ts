import { type Content, contentOf } from '#src/offline/outbox/entry/content.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'
import { noteEntries } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { OutboxPorts, StoreReader, StoreWriter } from '../ports.ts'
import { NotSaved } from './not-saved.ts'
import { finalStateOf, mirrorStored } from './replace.ts'
import { toNotSaved } from './why-not-saved.ts'

export type RewritePorts = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'clock' | 'ids' | 'lossMarker'>
export type RewrittenEntry = Content & Partial<Pick<OutboxEntry, 'seenVersion' | 'earlier' | 'madeAt'>>

/**
 * Gives new content to an entry that the server can't know. The entry keeps its place in the order, gets a new id, and
 * counts as never tried. `newContent` decides from the entry on disk; null leaves the entry unchanged. Resolves to the
 * rewritten entry, or null when unchanged. Rejects with NotSaved or with the error that `newContent` throws; then the
 * entry is unchanged.
 */
export function rewriteEntry(
  ports: RewritePorts,
  user: string,
  id: string,
  newContent: (entry: OutboxEntry | undefined, tx: StoreWriter) => RewrittenEntry | null,
): Promise<OutboxEntry | null> {
  const { clock, ids, lossMarker } = ports
  let isAccepted = false
  return underStoreLock(ports, user, 'shared', async (store) => {
    isAccepted = false
    const stored = await store.write(async (tx) => {
      const before = await tx.entryById(id)
      const content = newContent(before, tx)
      if (!before || !content) return null
      await refuseOvertaking(tx, before, content)
      isAccepted = true
      const after: OutboxEntry = { ...before, ...UNTRIED, ...content, id: ids.uuid(), revision: before.revision + 1 }
      await tx.putFinalState(finalStateOf(before, 'replaced', clock.now()))
      await tx.putEntry(after)
      return { before, after }
    })
    if (!stored) return null
    await mirrorStored(ports, [stored], clock.now())
    noteEntries(lossMarker, [stored.after])
    return stored.after
  }).catch((cause: unknown) => {
    throw isAccepted ? toNotSaved(cause) : cause
  })
}

const OVERTAKES =
  'A later change of yours to the same record is not finished yet. Decide about that change first, or enter this one again.'

/**
 * A rewritten entry keeps its place in the order. If it newly touches a record that a later entry touches too, it would
 * be sent first, and the user's older change to that record would have the last word. Throws NotSaved in that case.
 */
async function refuseOvertaking(tx: StoreReader, before: OutboxEntry, { touches }: Content): Promise<void> {
  const addedKeys = touches.filter((key) => !before.touches.includes(key))
  const sharing = (await Promise.all(addedKeys.map((key) => tx.entriesTouching(key)))).flat()
  if (sharing.some(({ seq }) => seq > before.seq)) throw new NotSaved(OVERTAKES)
}

const UNTRIED = {
  state: 'waiting',
  wasSent: false,
  isFromClear: undefined,
  attempts: 0,
  nextTryAt: 0,
  problem: null,
} as const

/** The entry's content in the current version of its command. */
export function currentContent({ command, input }: Reading, entry: OutboxEntry): Content {
  return contentOf(command, input, entry.files)
}

/** The entry's content with another input. Throws NotSaved when the command refuses the input. */
export function contentWith({ command }: Reading, entry: OutboxEntry, input: unknown): Content {
  const content = contentOf(command, input, entry.files)
  // `seenVersion` is the version of the first record, which must stay. The others may change: another truck, same
  // driver.
  if (content.touches[0] !== entry.touches[0]) throw new Error(`${command.name}: an edit can't concern another record`)
  return content
}
