import type { Access } from '#contract/wire/access.ts'
import type { EntryWords, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { entryWithoutSecrets } from '#src/offline/outbox/entry/secrets.ts'
import type { Store, StoreWriter } from '../ports.ts'

/** The content of this many ended changes is stored, for the list of ended changes and for undo. */
export const MAX_ENDED = 500
/** Older contents are forgotten once in this many changes. */
const FORGET_INTERVAL = 50

/** An ended change: the server has it, or the user discarded it. */
export interface EndedChange {
  readonly id: string
  readonly seq: number
  readonly entry: OutboxEntry
  readonly words: EntryWords
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly settledAt: number
  readonly state: 'done' | 'discarded'
}

/** Everything that this device stores of a user's changes, as plain data without secrets. */
export interface ChangesExport {
  readonly user: string
  readonly device: string | null
  readonly unsettled: readonly OutboxEntry[]
  readonly done: readonly EndedChange[]
}

export async function exportChanges(
  store: Store,
  user: string,
  registry: Pick<Registry, 'readUncached'>,
): Promise<ChangesExport> {
  const [entries, { device }] = await store.read((tx) => Promise.all([tx.entries(), tx.meta()]))
  const unsettled = entries.map((entry) => entryWithoutSecrets(registry.readUncached(entry), entry))
  return { user, device, unsettled, done: await endedChanges(store, Number.POSITIVE_INFINITY) }
}

/** Ended changes with stored content, newest first. `words` are the texts from when the change was made. */
export async function endedChanges(store: Store, limit: number): Promise<readonly EndedChange[]> {
  const finalStates = await store.read((tx) => tx.rememberedStates(0, limit))
  return finalStates.flatMap(({ id, seq, state, settledAt, entry }) =>
    entry && (state === 'done' || state === 'discarded')
      ? [{ id, seq, entry, words: entry.words, madeAt: entry.madeAt, settledAt, state }]
      : [],
  )
}

/**
 * Forgets contents older than the newest `MAX_ENDED`, up to 200 at a time. Acts only on every 50th sequence number, so
 * that most changes cost nothing extra.
 */
export async function forgetOldest(tx: StoreWriter, seq: number): Promise<void> {
  if (seq % FORGET_INTERVAL !== 0) return
  const oldest = await tx.rememberedStates(MAX_ENDED, FORGET_INTERVAL * 4)
  for (const finalState of oldest) if (!finalState.isSettling) await tx.putFinalState({ ...finalState, entry: null })
}

/**
 * Forgets the contents of ended changes: of all, or of those for which `isGone` is true. Ids and sequence numbers stay,
 * so that a leftover copy never returns as a waiting entry. Called for all changes when the user leaves this device:
 * waiting entries stay for their user, and the contents of ended changes must not stay for others to find. Returns the
 * sequence numbers of the changes that were forgotten.
 */
export function forgetEnded(store: Store, isGone?: (entry: OutboxEntry) => boolean): Promise<readonly number[]> {
  if (!isGone) return store.forgetEnded()
  return store.write(async (tx) => {
    const remembered = await tx.rememberedStates(0, Number.POSITIVE_INFINITY)
    const forgottenStates = remembered.filter(({ entry }) => entry !== null && isGone(entry))
    for (const finalState of forgottenStates) await tx.putFinalState({ ...finalState, entry: null, isSettling: false })
    return forgottenStates.map(({ seq }) => seq)
  })
}

/** The access that a change requires; undefined when this version of the app does not know its command. */
export function requiredAccess(registry: Pick<Registry, 'readUncached'>, entry: OutboxEntry): Access | undefined {
  return registry.readUncached(entry)?.command.endpoint.access
}
