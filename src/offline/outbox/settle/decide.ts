import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { entryWithoutSecrets } from '#src/offline/outbox/entry/secrets.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import { fateOf, removeCopy } from '#src/offline/outbox/save/replace.ts'
import { needsNewKey } from '#src/offline/outbox/send/outcome.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { OutboxPorts } from '../ports.ts'
import { versionOfTheirs } from './field-choices.ts'
import { leave, type Stores } from './settle.ts'

/** Thrown when a decision comes too late: the change is on its way, settled, or somebody else's. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * The person's own act: the change is not sent any more. The server may have one that was sent before (`wasSent`), which
 * the person should be told. Answers the numbers of the entries that changed; throws TooLate, also when by then it is
 * not `isAllowed` any more.
 */
export async function discardEntry(
  ports: Stores,
  user: string,
  registry: Pick<Registry, 'readAnew'>,
  id: string,
  isAllowed: (entry: OutboxEntry) => boolean = () => true,
): Promise<readonly number[]> {
  const found = await ports.store.read((tx) => tx.entryOf(id))
  return leave(ports, [{ entry: decidable(found, user) }], async (tx) => {
    const entry = decidable(await tx.entryOf(id), user)
    if (!isAllowed(entry)) throw new TooLate('This change is on its way by now.')
    const kept = entryWithoutSecrets(registry.readAnew(entry), entry)
    await tx.putFate(fateOf(kept, 'discarded', ports.clock.now()))
    return { others: [] }
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
  const { mirror, clock, ids } = ports
  return underStoreLock(ports, user, 'shared', async (store) => {
    const freshId = ids.uuid()
    const { before, after } = await store.write(async (tx) => {
      const before = decidable(await tx.entryOf(id), user)
      if (isUnopened(before)) throw new TooLate('This change can’t be opened on this device.')
      const after = againOf(before, freshId)
      if (after.id !== id) await tx.putFate(fateOf(before, 'replaced', clock.now()))
      await tx.put(after)
      return { before, after }
    })
    if (after.id !== before.id) {
      // The store has it either way; a copy that is missing is made at the next start, and until then the former stays.
      await mirror.put(after).then(
        () => removeCopy(mirror, before),
        () => undefined,
      )
    }
    return [after.seq]
  })
}

/** The entry, if its person may still decide about it; throws TooLate. */
export function decidable(entry: OutboxEntry | undefined, user: string): OutboxEntry {
  if (!entry || entry.user !== user) throw new TooLate('This change is no longer waiting.')
  if (entry.state === 'sending') throw new TooLate('This change is being sent right now.')
  return entry
}

function againOf(entry: OutboxEntry, freshId: string): OutboxEntry {
  const again = { ...entry, state: 'waiting', nextTryAt: 0, attempts: 0, problem: null } as const
  if (entry.state === 'conflict') return { ...again, seenVersion: versionOfTheirs(entry) }
  return needsNewKey(entry.problem) ? { ...again, id: freshId, revision: entry.revision + 1, wasSent: false } : again
}
