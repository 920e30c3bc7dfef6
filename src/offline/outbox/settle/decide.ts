import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { entryWithoutSecrets } from '#src/offline/outbox/entry/secrets.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import { finalStateOf, removeCopy } from '#src/offline/outbox/save/replace.ts'
import { needsNewKey } from '#src/offline/outbox/send/outcome.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { OutboxPorts } from '../ports.ts'
import { currentVersionOf } from './field-choices.ts'
import { removeEntries, type SettlePorts } from './settle.ts'

/** Thrown when a decision comes too late: the change is being sent, is settled, or belongs to another user. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/**
 * Discards a change at the user's request: it is not sent any more. The server may have a change that was sent before
 * (`wasSent`); the screen should point that out. Returns the sequence numbers of the entries that changed. Throws
 * TooLate, also when `isAllowed` rejects the entry as it is then stored.
 */
export async function discardEntry(
  ports: SettlePorts,
  user: string,
  registry: Pick<Registry, 'readUncached'>,
  id: string,
  isAllowed: (entry: OutboxEntry) => boolean = () => true,
): Promise<readonly number[]> {
  const stored = await ports.store.read((tx) => tx.entryById(id))
  return removeEntries(ports, [{ entry: decidableEntry(stored, user) }], async (tx) => {
    const entry = decidableEntry(await tx.entryById(id), user)
    if (!isAllowed(entry)) throw new TooLate('This change is already being sent.')
    const withoutSecrets = entryWithoutSecrets(registry.readUncached(entry), entry)
    await tx.putFinalState(finalStateOf(withoutSecrets, 'discarded', ports.clock.now()))
    return { others: [] }
  })
}

/**
 * Tries a change again. A refused change gets a new id if the server has stored the refusal. A conflicting change is
 * based on the record's current version, so that it wins. Returns the sequence numbers of the entries that changed.
 * Throws TooLate.
 */
export function retryEntry(
  ports: SettlePorts & Pick<OutboxPorts, 'ids'>,
  user: string,
  id: string,
): Promise<readonly number[]> {
  const { mirror, clock, ids } = ports
  return underStoreLock(ports, user, 'shared', async (store) => {
    const freshId = ids.uuid()
    const { before, after } = await store.write(async (tx) => {
      const before = decidableEntry(await tx.entryById(id), user)
      if (isUnopened(before)) throw new TooLate('This change can’t be opened on this device.')
      const after = retriedEntry(before, freshId)
      if (after.id !== id) await tx.putFinalState(finalStateOf(before, 'replaced', clock.now()))
      await tx.putEntry(after)
      return { before, after }
    })
    if (after.id !== before.id) {
      // The store has the entry either way. A missing copy is restored at the next start; until then the old copy
      // stays.
      await mirror.put(after).then(
        () => removeCopy(mirror, before),
        () => undefined,
      )
    }
    return [after.seq]
  })
}

/** The entry, if its user may still decide about it. Throws TooLate. */
export function decidableEntry(entry: OutboxEntry | undefined, user: string): OutboxEntry {
  if (!entry || entry.user !== user) throw new TooLate('This change is no longer waiting.')
  if (entry.state === 'sending') throw new TooLate('This change is being sent right now.')
  return entry
}

function retriedEntry(entry: OutboxEntry, freshId: string): OutboxEntry {
  const retried = { ...entry, state: 'waiting', nextTryAt: 0, attempts: 0, problem: null } as const
  if (entry.state === 'conflict') return { ...retried, seenVersion: currentVersionOf(entry) }
  return needsNewKey(entry.problem)
    ? { ...retried, id: freshId, revision: entry.revision + 1, wasSent: false }
    : retried
}
