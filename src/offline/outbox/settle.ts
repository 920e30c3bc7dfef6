import type { AnyCommand } from '../command.ts'
import type { OutboxEntry, RecordVersion } from './entry.ts'
import { storeLock } from './names.ts'
import type { MirrorName, OutboxPorts, StoreWriter } from './ports.ts'

export type Stores = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'witness' | 'clock'>

/**
 * Records that the server has a change: one transaction moves it to the fates and hands the new versions on, then its
 * copy goes. Answers the numbers of all entries that changed.
 */
export function settle(
  ports: Stores,
  entry: OutboxEntry,
  command: AnyCommand,
  reply: unknown,
): Promise<readonly number[]> {
  const versions = versionsOf(command, reply, entry)
  return leave(ports, entry, async (tx) => {
    const settledAt = ports.clock.now()
    const done: OutboxEntry = { ...entry, state: 'done', settledAt, problem: null, versions }
    await tx.putFate({ id: entry.id, seq: entry.seq, state: 'done', settledAt, versions, entry: done })
    return carryOver(tx, versions)
  })
}

/** Takes an entry out of the store with whatever `work` writes, then out of the mirror. */
export async function leave(
  { store, mirror, locks, witness }: Stores,
  entry: OutboxEntry,
  work: (tx: StoreWriter) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  return locks.hold(storeLock(entry.user), 'shared', async () => {
    const others = await store.write(async (tx) => {
      const also = await work(tx)
      await tx.drop(entry.seq)
      return also
    })
    await removeCopy(mirror, entry)
    const note = witness.read()
    if (note) witness.write({ ...note, unsettled: note.unsettled.filter((seq) => seq !== entry.seq) })
    return [entry.seq, ...others]
  })
}

/** A copy that can't be removed now is swept at the next start: its fate is known. */
export async function removeCopy(mirror: OutboxPorts['mirror'], name: MirrorName): Promise<void> {
  await mirror.remove(name).catch(() => undefined)
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

function versionsOf(command: AnyCommand, reply: unknown, entry: OutboxEntry): readonly RecordVersion[] {
  try {
    return command.versions(reply, entry.input as never)
  } catch {
    // The server has the change; that its answer says no version only costs later entries a merge.
    return []
  }
}
