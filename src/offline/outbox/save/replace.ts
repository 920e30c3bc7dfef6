import type { FinalState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { OutboxPorts } from '../ports.ts'
import { NotSaved } from './not-saved.ts'
import { dropFiles, type FileBytes, mirrorFiles, removeFiles } from './stored-files.ts'
import { notSaved } from './why-not-saved.ts'

type Copies = Pick<OutboxPorts, 'store' | 'mirror'>

/** An entry that this device has just stored, and what it stands in place of; null for a new one. */
export interface Stored {
  readonly before: OutboxEntry | null
  readonly after: OutboxEntry
  /** The files that came with it. */
  readonly files?: readonly FileBytes[]
}

export function fateOf(entry: OutboxEntry, state: FinalState['state'], settledAt: number): FinalState {
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
 * Mirrors what the store has taken; after that the copies of what it replaced go. In this order, so that at each border
 * between two operations one of the two is whole in both copies or can be had from either. When the mirror takes nothing
 * the store is put back as it was, and NotKept says so.
 */
export async function mirrorStored(ports: Copies, stored: readonly Stored[], now: number): Promise<void> {
  const puts = await Promise.allSettled(stored.map((one) => mirrorOne(ports.mirror, one)))
  const failed = puts.find((put) => put.status === 'rejected')
  if (failed) return withdraw(ports, stored, now, failed.reason)
  await Promise.all(stored.map(({ before }) => before && removeCopy(ports.mirror, before)))
}

async function mirrorOne(mirror: OutboxPorts['mirror'], { after, files }: Stored): Promise<void> {
  await mirrorFiles(mirror, files)
  await mirror.put(after)
}

/** A copy that can't be removed now is swept at the next start: its fate is known. */
export async function removeCopy(mirror: OutboxPorts['mirror'], entry: OutboxEntry): Promise<void> {
  await mirror.remove(entry).catch(() => undefined)
}

/** What another tab has begun to send meanwhile is kept all the same: it can't be taken back any more. */
async function withdraw(ports: Copies, stored: readonly Stored[], now: number, cause: unknown): Promise<void> {
  const { store, mirror } = ports
  const back = await store
    .write((tx) =>
      Promise.all(
        stored.map(async ({ before, after }) => {
          const found = await tx.entry(after.seq)
          if (found?.id !== after.id || found.wasSent) return false
          // Its number is not given again, and is not missed either.
          await tx.putFate(fateOf(after, 'withdrawn', now))
          if (before === null) {
            await tx.drop(after.seq)
            await dropFiles(tx, after)
          } else {
            await tx.dropFate(before.id)
            await tx.put(before)
          }
          return true
        }),
      ),
    )
    .catch((error: unknown) => {
      throw new NotSaved(
        'This device could not keep the change safely, and could not take it back either. Look in the Outbox whether it is there.',
        { cause: error },
      )
    })
  await Promise.all(stored.map(({ after }, at) => back[at] && removeCopy(mirror, after)))
  await Promise.all(stored.map(({ before, after }, at) => back[at] && !before && removeFiles(mirror, after)))
  if (back.includes(true)) throw notSaved(cause)
}
