import * as z from 'zod/mini'
import { conflictProblem } from '#contract/problem.ts'
import type { Fate, OutboxEntry } from './entry.ts'
import { storeLock } from './names.ts'
import { needsNewKey } from './outcome.ts'
import type { OutboxPorts } from './ports.ts'
import { leave, removeCopy, type Stores } from './settle.ts'

/** Thrown when a decision comes too late: the change is on its way, settled, or somebody else's. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * The person's own act: the change will not be made. Its content should be copied out first. Answers the numbers of the
 * entries that changed; throws TooLate.
 */
export async function discardEntry(ports: Stores, user: string, id: string): Promise<readonly number[]> {
  const found = await ports.store.read((tx) => tx.entryOf(id))
  return leave(ports, decidable(found, user), async (tx) => {
    const entry = decidable(await tx.entryOf(id), user)
    await tx.putFate(fateOf(entry, 'discarded', ports.clock.now()))
    return []
  })
}

/**
 * Tries a change again: a refused one under a new id where the server has stored the refusal, a conflicting one upon the
 * record as it is now, so that it stands. Throws TooLate.
 */
export function retryEntry(
  ports: Stores & Pick<OutboxPorts, 'ids'>,
  user: string,
  id: string,
): Promise<readonly number[]> {
  const { store, mirror, locks, clock, ids } = ports
  return locks.hold(storeLock(user), 'shared', async () => {
    const freshId = ids.uuid()
    const { before, after } = await store.write(async (tx) => {
      const before = decidable(await tx.entryOf(id), user)
      const after = againOf(before, freshId)
      if (after.id !== id) await tx.putFate(fateOf(before, 'replaced', clock.now()))
      await tx.put(after)
      return { before, after }
    })
    if (after.id !== before.id) {
      // The store has it either way; a copy that is missing is made at the next start.
      await mirror.put(after).catch(() => undefined)
      await removeCopy(mirror, before)
    }
    return [after.seq]
  })
}

function decidable(entry: OutboxEntry | undefined, user: string): OutboxEntry {
  if (!entry || entry.user !== user) throw new TooLate('This change is no longer waiting.')
  if (entry.state === 'sending') throw new TooLate('This change is being sent right now.')
  return entry
}

function againOf(entry: OutboxEntry, freshId: string): OutboxEntry {
  const id = needsNewKey(entry.problem) ? freshId : entry.id
  const seenVersion = entry.state === 'conflict' ? versionOfTheirs(entry) : entry.seenVersion
  return { ...entry, id, seenVersion, state: 'waiting', nextTryAt: 0, attempts: 0, problem: null }
}

/** The version that the conflict showed; the person has decided against it. Unknown: their word is taken as the last. */
function versionOfTheirs(entry: OutboxEntry): number | null {
  const problem = conflictProblem.safeParse(entry.problem?.body)
  const current = z.object({ version: z.number() }).safeParse(problem.data?.current)
  return current.data?.version ?? null
}

function fateOf(entry: OutboxEntry, state: Fate['state'], settledAt: number): Fate {
  return { id: entry.id, seq: entry.seq, state, settledAt, versions: [], entry: null }
}
