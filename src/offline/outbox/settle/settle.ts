import type { OutboxEntry, RecordVersion } from '#src/offline/outbox/entry/entry.ts'
import type { Reading } from '#src/offline/outbox/entry/reading.ts'
import { entryWithoutSecrets } from '#src/offline/outbox/entry/secrets.ts'
import { noteSettled } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { removeCopy } from '#src/offline/outbox/save/replace.ts'
import { dropFiles, removeFiles } from '#src/offline/outbox/save/stored-files.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { OutboxPorts, StoreWriter } from '../ports.ts'
import { forgetOldest } from './ended-changes.ts'

export type SettlePorts = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'lossMarker' | 'clock'>

/** A change that the server has applied, with its response. */
export interface AppliedChange {
  readonly entry: OutboxEntry
  readonly reading: Reading
  readonly reply: unknown
}

/**
 * Stores that the server has applied changes. One transaction replaces the entries with final states and passes the new
 * versions on to later entries; then the mirror copies are removed. Returns the sequence numbers of all entries that
 * changed.
 */
export function settle(ports: SettlePorts, applied: readonly AppliedChange[]): Promise<readonly number[]> {
  const settledAt = ports.clock.now()
  return removeEntries(ports, applied, async (tx, { entry, reading, reply }) => {
    // The response reached a tab that was frozen. Since then the change has been replaced under another id, or another
    // tab has settled it and perhaps refetched its rows: to settle it again would show it over newer rows.
    const known = (await tx.finalState(entry.id))?.state
    if (known === 'replaced' || known === 'done') return { others: [] }
    const versions = versionsOf(reading, reply)
    const withoutSecrets = entryWithoutSecrets(reading, entry)
    const done: OutboxEntry = { ...withoutSecrets, state: 'done', settledAt, problem: null, versions }
    await tx.putFinalState({
      id: entry.id,
      seq: entry.seq,
      state: 'done',
      settledAt,
      versions,
      entry: done,
      isSettling: true,
    })
    await forgetOldest(tx, entry.seq)
    return { others: await passVersionsOn(tx, versions), isStillShown: true }
  })
}

interface Removal {
  /** The sequence numbers of other entries that changed. */
  readonly others: readonly number[]
  /** The entry's effects are shown until its rows have been refetched. */
  readonly isStillShown?: boolean
}

/**
 * Removes one user's entries from the store, in one transaction with what `work` writes for each; then from the mirror.
 */
export async function removeEntries<Removed extends { readonly entry: OutboxEntry }>(
  ports: SettlePorts,
  removing: readonly Removed[],
  work: (tx: StoreWriter, one: Removed) => Promise<Removal>,
): Promise<readonly number[]> {
  const [first] = removing
  if (!first) return []
  const { mirror, lossMarker } = ports
  return underStoreLock(ports, first.entry.user, 'shared', async (store) => {
    const removals = await store.write(async (tx) => {
      const done: (Removal & { readonly entry: OutboxEntry; readonly wasRemoved: boolean })[] = []
      for (const one of removing) done.push({ ...(await work(tx, one)), ...(await removeEntry(tx, one.entry)) })
      return done
    })
    await Promise.all(removals.map(({ entry }) => removeCopy(mirror, entry)))
    const removed = removals.filter(({ wasRemoved }) => wasRemoved)
    await Promise.all(removed.map(({ entry }) => removeFiles(mirror, entry)))
    noteSettled(
      lossMarker,
      removed.map(({ entry, isStillShown = false }) => ({ seq: entry.seq, isShown: isStillShown })),
    )
    return removals.flatMap(({ entry, others }) => [entry.seq, ...others])
  })
}

/** Removes an entry, unless another entry has its sequence number by now. */
async function removeEntry(tx: StoreWriter, entry: OutboxEntry) {
  const stored = await tx.entry(entry.seq)
  const wasRemoved = stored === undefined || stored.id === entry.id
  if (wasRemoved) {
    await tx.dropEntry(entry.seq)
    await dropFiles(tx, entry)
  }
  return { entry, wasRemoved }
}

/**
 * Gives the new version to later changes of the record that have none, because the record was created on this device.
 * Changes that have a version keep it: the server ignores this device's own changes and so detects what another user
 * did since. A newer version, even the next one, could hide a colleague's change that came in between. Returns the
 * sequence numbers of the entries that changed.
 */
async function passVersionsOn(tx: StoreWriter, versions: readonly RecordVersion[]): Promise<readonly number[]> {
  const changed: number[] = []
  for (const { key, version } of versions) {
    for (const later of await tx.entriesTouching(key)) {
      if (later.touches[0] !== key) continue
      if (later.seenVersion !== null) continue
      await tx.putEntry({ ...later, seenVersion: version })
      changed.push(later.seq)
    }
  }
  return changed
}

function versionsOf({ command, input }: Reading, reply: unknown): readonly RecordVersion[] {
  try {
    return command.versions(reply, input)
  } catch {
    // The server has applied the change. Without a version in the response, later entries only lose a field merge.
    return []
  }
}
