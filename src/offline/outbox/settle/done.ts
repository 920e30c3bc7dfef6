import type { Access } from '#contract/wire/access.ts'
import type { EntryWords, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { entryWithoutSecrets } from '#src/offline/outbox/entry/secrets.ts'
import type { Store, StoreWriter } from '../ports.ts'

/** Of so many settled changes the content is kept, to be read and taken back. */
export const MAX_DONE = 500
/** How often that is seen to: each so many changes. */
const EVERY = 50

/** A change that is over: the server has it, or the person has given it up. */
export interface DoneChange {
  readonly id: string
  readonly seq: number
  readonly entry: OutboxEntry
  readonly words: EntryWords
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly settledAt: number
  readonly state: 'done' | 'discarded'
}

/** Everything that is kept of a person's changes, as plain data; secrets aside. */
export interface KeptChanges {
  readonly user: string
  readonly device: string | null
  readonly unsettled: readonly OutboxEntry[]
  readonly done: readonly DoneChange[]
}

export async function keptChanges(
  store: Store,
  user: string,
  registry: Pick<Registry, 'readAnew'>,
): Promise<KeptChanges> {
  const [entries, { device }] = await store.read((tx) => Promise.all([tx.entries(), tx.meta()]))
  const unsettled = entries.map((entry) => entryWithoutSecrets(registry.readAnew(entry), entry))
  return { user, device, unsettled, done: await doneChanges(store, Number.POSITIVE_INFINITY) }
}

/** What is over, newest first, as far as its content is kept. `words` are those in which it was told when it was made. */
export async function doneChanges(store: Store, limit: number): Promise<readonly DoneChange[]> {
  const fates = await store.read((tx) => tx.remembered(0, limit))
  return fates.flatMap(({ id, seq, state, settledAt, entry }) =>
    entry && (state === 'done' || state === 'discarded')
      ? [{ id, seq, entry, words: entry.words, madeAt: entry.madeAt, settledAt, state }]
      : [],
  )
}

/** Forgets the contents beyond the newest; now and then, so that most changes cost nothing for it. */
export async function forgetOldest(tx: StoreWriter, seq: number): Promise<void> {
  if (seq % EVERY !== 0) return
  const oldest = await tx.remembered(MAX_DONE, EVERY * 4)
  for (const fate of oldest) if (!fate.isSettling) await tx.putFate({ ...fate, entry: null })
}

/**
 * Forgets what settled changes said: every one, or those of which `isGone` says so. Ids and numbers stay, so that a copy
 * never comes back as waiting. Done when its person leaves this device: what waits stays for them, what is over does not
 * stay for others to find. Answers the numbers of those forgotten.
 */
export function forgetDone(store: Store, isGone?: (entry: OutboxEntry) => boolean): Promise<readonly number[]> {
  if (!isGone) return store.forgetDone()
  return store.write(async (tx) => {
    const all = await tx.remembered(0, Number.POSITIVE_INFINITY)
    const gone = all.filter(({ entry }) => entry !== null && isGone(entry))
    for (const fate of gone) await tx.putFate({ ...fate, entry: null, isSettling: false })
    return gone.map(({ seq }) => seq)
  })
}

/** What it takes to make a change; undefined of one that this version of the app does not know. */
export function accessTo(registry: Pick<Registry, 'readAnew'>, entry: OutboxEntry): Access | undefined {
  return registry.readAnew(entry)?.command.endpoint.access
}
