import type { OutboxEntry, RecordVersion } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'
import { entryWithoutSecrets } from '#src/offline/outbox/entry/secrets.ts'
import { noteSettled } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { removeCopy } from '#src/offline/outbox/save/replace.ts'
import { dropFiles, removeFiles } from '#src/offline/outbox/save/stored-files.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { OutboxPorts, StoreWriter } from '../ports.ts'
import { forgetOldest } from './done.ts'

export type Stores = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'lossMarker' | 'clock'>

/** A change that the server has, and what it answered. */
export interface Made {
  readonly entry: OutboxEntry
  readonly reading: Reading
  readonly reply: unknown
}

/**
 * Records that the server has changes: one transaction moves them to the fates and hands the new versions on, then their
 * copies go. Answers the numbers of all entries that changed.
 */
export function settle(ports: Stores, made: readonly Made[]): Promise<readonly number[]> {
  const settledAt = ports.clock.now()
  return leave(ports, made, async (tx, { entry, reading, reply }) => {
    // Said to a tab that had slept, of a change that goes on in other words since.
    if ((await tx.fate(entry.id))?.state === 'replaced') return { others: [] }
    const versions = versionsOf(reading, reply)
    const kept = entryWithoutSecrets(reading, entry)
    const done: OutboxEntry = { ...kept, state: 'done', settledAt, problem: null, versions }
    await tx.putFate({
      id: entry.id,
      seq: entry.seq,
      state: 'done',
      settledAt,
      versions,
      entry: done,
      isSettling: true,
    })
    await forgetOldest(tx, entry.seq)
    return { others: await carryOver(tx, versions), isShown: true }
  })
}

interface Left {
  /** The numbers of other entries that changed. */
  readonly others: readonly number[]
  /** It goes on being shown over its rows, until these have been fetched. */
  readonly isShown?: boolean
}

/** Takes entries of one person out of the store with whatever `work` writes for each, then out of the mirror. */
export async function leave<Leaving extends { readonly entry: OutboxEntry }>(
  ports: Stores,
  leaving: readonly Leaving[],
  work: (tx: StoreWriter, one: Leaving) => Promise<Left>,
): Promise<readonly number[]> {
  const [first] = leaving
  if (!first) return []
  const { mirror, lossMarker } = ports
  return underStoreLock(ports, first.entry.user, 'shared', async (store) => {
    const gone = await store.write(async (tx) => {
      const gone: (Left & { readonly entry: OutboxEntry; readonly isOut: boolean })[] = []
      for (const one of leaving) gone.push({ ...(await work(tx, one)), ...(await takeOut(tx, one.entry)) })
      return gone
    })
    await Promise.all(gone.map(({ entry }) => removeCopy(mirror, entry)))
    const out = gone.filter(({ isOut }) => isOut)
    await Promise.all(out.map(({ entry }) => removeFiles(mirror, entry)))
    noteSettled(
      lossMarker,
      out.map(({ entry, isShown = false }) => ({ seq: entry.seq, isShown })),
    )
    return gone.flatMap(({ entry, others }) => [entry.seq, ...others])
  })
}

/** Another entry may stand under its number by now: that one stays. */
async function takeOut(tx: StoreWriter, entry: OutboxEntry) {
  const found = await tx.entry(entry.seq)
  const isOut = found === undefined || found.id === entry.id
  if (isOut) {
    await tx.drop(entry.seq)
    await dropFiles(tx, entry)
  }
  return { entry, isOut }
}

/**
 * Later changes of a record that had no version when they were made, because this device had just made the record, get
 * ours. Those made upon a version keep it: the server leaves this device's own changes out of account, and so sees what
 * somebody else did since. A newer one, even ours plus one, could hide a colleague's change that came between.
 */
async function carryOver(tx: StoreWriter, versions: readonly RecordVersion[]): Promise<readonly number[]> {
  const changed: number[] = []
  for (const { key, version } of versions) {
    for (const later of await tx.touching(key)) {
      if (later.touches[0] !== key) continue
      if (later.seenVersion !== null) continue
      await tx.put({ ...later, seenVersion: version })
      changed.push(later.seq)
    }
  }
  return changed
}

function versionsOf({ command, input }: Reading, reply: unknown): readonly RecordVersion[] {
  try {
    return command.versions(reply, input)
  } catch {
    // The server has the change; that its answer says no version only costs later entries a merge.
    return []
  }
}
