import { type Content, contentOf } from '#src/offline/outbox/entry/content.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'
import { noteEntries } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { OutboxPorts, StoreReader, StoreWriter } from '../ports.ts'
import { NotSaved } from './not-saved.ts'
import { fateOf, mirrorStored } from './replace.ts'
import { notSaved } from './why-not-saved.ts'

export type RewritePorts = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'clock' | 'ids' | 'lossMarker'>
export type RewrittenEntry = Content & Partial<Pick<OutboxEntry, 'seenVersion' | 'earlier' | 'madeAt'>>

/**
 * Lets an entry that the server can't know say something else: in its place in the order, under a new id, as if it had
 * never been tried. `restate` judges by the disk what it is to say; null leaves it as it is. Answers it as it then is;
 * rejects with NotKept, and then it is as it was, or with what `restate` throws.
 */
export function rewriteEntry(
  ports: RewritePorts,
  user: string,
  id: string,
  restate: (entry: OutboxEntry | undefined, tx: StoreWriter) => RewrittenEntry | null,
): Promise<OutboxEntry | null> {
  const { clock, ids, lossMarker } = ports
  let isJudged = false
  return underStoreLock(ports, user, 'shared', async (store) => {
    isJudged = false
    const stored = await store.write(async (tx) => {
      const before = await tx.entryOf(id)
      const content = restate(before, tx)
      if (!before || !content) return null
      await refuseOvertaking(tx, before, content)
      isJudged = true
      const after: OutboxEntry = { ...before, ...FRESH, ...content, id: ids.uuid(), revision: before.revision + 1 }
      await tx.putFate(fateOf(before, 'replaced', clock.now()))
      await tx.put(after)
      return { before, after }
    })
    if (!stored) return null
    await mirrorStored(ports, [stored], clock.now())
    noteEntries(lossMarker, [stored.after])
    return stored.after
  }).catch((cause: unknown) => {
    throw isJudged ? notSaved(cause) : cause
  })
}

const OVERTAKES =
  'A later change of yours concerns the same record and is not settled yet. Settle that one first, or make this change anew.'

/**
 * An entry keeps its place in the order, so one that concerns another record from now on would go before what the person
 * did to that record since: their earlier word would then be the last one. Throws NotKept.
 */
async function refuseOvertaking(tx: StoreReader, before: OutboxEntry, { touches }: Content): Promise<void> {
  const gained = touches.filter((key) => !before.touches.includes(key))
  const sharing = (await Promise.all(gained.map((key) => tx.touching(key)))).flat()
  if (sharing.some(({ seq }) => seq > before.seq)) throw new NotSaved(OVERTAKES)
}

const FRESH = {
  state: 'waiting',
  wasSent: false,
  isFromClear: undefined,
  attempts: 0,
  nextTryAt: 0,
  problem: null,
} as const

/** What a change says by its command's present version. */
export function presentContent({ command, input }: Reading, entry: OutboxEntry): Content {
  return contentOf(command, input, entry.files)
}

/** What an entry says with another input. Throws NotKept when the command refuses it. */
export function contentWith({ command }: Reading, entry: OutboxEntry, input: unknown): Content {
  const content = contentOf(command, input, entry.files)
  // The version that the person saw is the first one's. The others may change: another truck for the same driver.
  if (content.touches[0] !== entry.touches[0]) throw new Error(`${command.name}: an edit can't concern another record`)
  return content
}
