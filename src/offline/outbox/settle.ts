import { forgetOldest } from './done.ts'
import type { OutboxEntry, RecordVersion } from './entry.ts'
import { dropFiles, removeFiles } from './kept-files.ts'
import { storeLock } from './names.ts'
import type { OutboxPorts, StoreWriter } from './ports.ts'
import type { Reading } from './reading.ts'
import { removeCopy } from './replace.ts'
import { entryWithoutSecrets } from './secrets.ts'
import { noteSettled } from './witness-note.ts'

export type Stores = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'witness' | 'clock'>

/**
 * Records that the server has a change: one transaction moves it to the fates and hands the new versions on, then its
 * copy goes. Answers the numbers of all entries that changed.
 */
export function settle(
  ports: Stores,
  entry: OutboxEntry,
  reading: Reading,
  reply: unknown,
): Promise<readonly number[]> {
  const versions = versionsOf(reading, reply)
  return leave(ports, entry, async (tx) => {
    // Said to a tab that had slept, of a change that goes on in other words since.
    if ((await tx.fate(entry.id))?.state === 'replaced') return { others: [] }
    const settledAt = ports.clock.now()
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

/** Takes an entry out of the store with whatever `work` writes, then out of the mirror. */
export async function leave(
  { store, mirror, locks, witness }: Stores,
  entry: OutboxEntry,
  work: (tx: StoreWriter) => Promise<Left>,
): Promise<readonly number[]> {
  return locks.hold(storeLock(entry.user), 'shared', async () => {
    const { left, isOut } = await store.write(async (tx) => {
      const left = await work(tx)
      const found = await tx.entry(entry.seq)
      // Another entry may stand under its number by now.
      const isOut = found === undefined || found.id === entry.id
      if (isOut) {
        await tx.drop(entry.seq)
        await dropFiles(tx, entry)
      }
      return { left, isOut }
    })
    await removeCopy(mirror, entry)
    if (isOut) await removeFiles(mirror, entry)
    if (isOut) noteSettled(witness, entry.seq, left.isShown ?? false)
    return [entry.seq, ...left.others]
  })
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
