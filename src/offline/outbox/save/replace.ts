import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { OutboxPorts } from '../ports.ts'
import { NotSaved } from './not-saved.ts'
import { dropFiles, type FileBytes, mirrorFiles, removeFiles } from './stored-files.ts'
import { toNotSaved } from './why-not-saved.ts'

type Copies = Pick<OutboxPorts, 'store' | 'mirror'>

/** An entry that has just been written to the store. `before` is the entry it replaces; null for a new one. */
export interface StoredChange {
  readonly before: OutboxEntry | null
  readonly after: OutboxEntry
  /** The files saved with the entry. */
  readonly files?: readonly FileBytes[]
}

export function finalStateOf(entry: OutboxEntry, state: FinalState['state'], settledAt: number): FinalState {
  const isOver = state === 'discarded'
  return {
    id: entry.id,
    seq: entry.seq,
    state,
    settledAt,
    versions: [],
    entry: isOver ? entry : null,
    isSettling: false,
  }
}

/**
 * Mirrors entries that the store has accepted, then removes the copies of the entries they replaced. In this order,
 * after every single operation either the old or the new entry is complete in both copies or can be restored from one
 * of them. When the mirror fails, the store is rolled back and NotSaved is thrown. An entry that another tab has begun
 * to send stays; nothing is thrown when that applies to all of them.
 */
export async function mirrorStored(ports: Copies, stored: readonly StoredChange[], now: number): Promise<void> {
  const puts = await Promise.allSettled(stored.map((change) => mirrorOne(ports.mirror, change)))
  const failed = puts.find((put) => put.status === 'rejected')
  if (failed) return withdraw(ports, stored, now, failed.reason)
  await Promise.all(stored.map(({ before }) => before && removeCopy(ports.mirror, before)))
}

async function mirrorOne(mirror: OutboxPorts['mirror'], { after, files }: StoredChange): Promise<void> {
  await mirrorFiles(mirror, files)
  await mirror.put(after)
}

/** Removes an entry's copy. If that fails, the next start removes it, because its final state is stored. */
export async function removeCopy(mirror: OutboxPorts['mirror'], entry: OutboxEntry): Promise<void> {
  await mirror.remove(entry).catch(() => undefined)
}

/** Rolls the store back. An entry that another tab has begun to send in the meantime stays: it can't be taken back. */
async function withdraw(ports: Copies, stored: readonly StoredChange[], now: number, cause: unknown): Promise<void> {
  const { store, mirror } = ports
  const isWithdrawn = await store
    .write((tx) =>
      Promise.all(
        stored.map(async ({ before, after }) => {
          const current = await tx.entry(after.seq)
          if (current?.id !== after.id || current.wasSent) return false
          // The sequence number is not assigned again and does not count as lost.
          await tx.putFinalState(finalStateOf(after, 'withdrawn', now))
          if (before === null) {
            await tx.dropEntry(after.seq)
            await dropFiles(tx, after)
          } else {
            await tx.dropFinalState(before.id)
            await tx.putEntry(before)
          }
          return true
        }),
      ),
    )
    .catch((error: unknown) => {
      throw new NotSaved(
        'This device could not keep the change safely, and could not take it back either. Check in the Outbox whether it is there.',
        { cause: error },
      )
    })
  await Promise.all(stored.map(({ after }, at) => isWithdrawn[at] && removeCopy(mirror, after)))
  await Promise.all(stored.map(({ before, after }, at) => isWithdrawn[at] && !before && removeFiles(mirror, after)))
  if (isWithdrawn.includes(true)) throw toNotSaved(cause)
}
