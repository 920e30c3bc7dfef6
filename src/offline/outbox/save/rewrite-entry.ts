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
 * Gives new content to an entry that the server can't have accepted. The entry keeps its place in the order, gets a new id, and
 * counts as never tried. `newContent` gets the stored entry and returns its new content; null leaves it unchanged. Resolves to the
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
  // A failure after the checks is a failure of storage.
  let isChecked = false
  return underStoreLock(ports, user, 'shared', async (store) => {
    isChecked = false
    const stored = await store.write(async (tx) => {
      const before = await tx.entryById(id)
      const content = newContent(before, tx)
      if (!before || !content) return null
      await refuseSendingBeforeLaterEntry(tx, before, content)
      isChecked = true
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
    throw isChecked ? toNotSaved(cause) : cause
  })
}

const SENT_BEFORE_LATER_ENTRY =
  'A later change of yours to the same record is not finished yet. Decide about that change first, or enter this one again.'

/**
 * A rewritten entry keeps its place in the order. If it newly touches a record that a later entry touches too, it would
 * be sent first, and the later entry would then overwrite what the user has just entered. Throws NotSaved in that case.
 */
async function refuseSendingBeforeLaterEntry(
  tx: StoreReader,
  before: OutboxEntry,
  { touches }: Content,
): Promise<void> {
  const addedKeys = touches.filter((key) => !before.touches.includes(key))
  const sharing = (await Promise.all(addedKeys.map((key) => tx.entriesTouching(key)))).flat()
  if (sharing.some(({ seq }) => seq > before.seq)) throw new NotSaved(SENT_BEFORE_LATER_ENTRY)
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
  // `seenVersion` belongs to the first touched record, so an edit can't change that record. It can change the others:
  // another truck for the same driver.
  if (content.touches[0] !== entry.touches[0]) throw new Error(`${command.name}: an edit can't concern another record`)
  return content
}
