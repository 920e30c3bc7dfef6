import type { AnyCommand, NewChange } from '#src/offline/command.ts'
import { type Content, concernSameRecords, contentOf } from '#src/offline/outbox/entry/content.ts'
import type { EarlierContent, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { noteEntries } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { OutboxPorts, StoreReader, StoreWriter } from '../ports.ts'
import { finalStateOf, mirrorStored, type StoredChange } from './replace.ts'
import { type FileBytes, putFiles } from './stored-files.ts'
import { toNotSaved } from './why-not-saved.ts'

/** How many earlier contents of an entry are stored, so that its merges and edits can be undone one by one. */
const MAX_EARLIER = 20

export interface ChangeToSave extends NewChange {
  readonly files?: readonly FileBytes[]
  /** Whether the change may be merged into a waiting change. */
  readonly mayMerge: boolean
}
type Ports = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'clock' | 'ids' | 'lossMarker'>

/**
 * Saves changes in both copies, all of them in one transaction. Each change becomes a new entry or is merged into the
 * last waiting entry of the same command and the same records. Resolves when both copies have all changes. Rejects with
 * NotSaved; then nothing is saved, except for a change that another tab has begun to send.
 */
export function enqueue(
  ports: Ports,
  user: string,
  registry: Registry,
  changes: readonly ChangeToSave[],
): Promise<readonly OutboxEntry[]> {
  const { clock, ids, lossMarker } = ports
  // Inputs are checked before anything is stored.
  const prepared = changes.map((change) => ({
    change,
    content: contentOf(change.command, change.input, filesOf(change)),
  }))
  return underStoreLock(ports, user, 'shared', async (store) => {
    const stored = await store.write(async (tx) => {
      const results: StoredChange[] = []
      for (const { change, content } of prepared) {
        const identity = { id: ids.uuid(), user, madeAt: clock.now() }
        const merged = change.mayMerge ? await mergeIntoWaiting(tx, registry, change.command, content, identity) : null
        const result = merged ?? {
          before: null,
          after: await newEntry(tx, { ...UNSENT, ...identity, ...content }, change),
        }
        if (result.before) await tx.putFinalState(finalStateOf(result.before, 'replaced', clock.now()))
        await tx.putEntry(result.after)
        await putFiles(tx, change.files)
        results.push({ ...result, files: change.files ?? [] })
      }
      return results
    })
    await mirrorStored(ports, stored, clock.now())
    const entries = stored.map(({ after }) => after)
    noteEntries(lossMarker, entries)
    return entries
  }).catch((cause: unknown) => {
    throw toNotSaved(cause)
  })
}

const filesOf = ({ files = [] }: ChangeToSave) => files.map(({ file }) => file)

type NewIdentity = Pick<OutboxEntry, 'id' | 'user' | 'madeAt'>

const UNSENT = {
  revision: 0,
  earlier: [],
  state: 'waiting',
  wasSent: false,
  attempts: 0,
  nextTryAt: 0,
  problem: null,
  settledAt: null,
  versions: [],
} as const

/** Builds a new entry with the device's next sequence number. */
async function newEntry(
  tx: StoreWriter,
  content: Omit<OutboxEntry, 'seq' | 'device' | 'seenVersion'>,
  { seenVersion }: NewChange,
): Promise<OutboxEntry> {
  const meta = await tx.meta()
  if (meta.device === null) throw new Error('the outbox has not been reconciled')
  let seq = isSeq(meta.nextSeq) ? meta.nextSeq : 1
  // A counter edited by hand may have any value: a number in use is never assigned again.
  while (await tx.entry(seq)) seq += 1
  await tx.putMeta({ ...meta, nextSeq: seq + 1 })
  return { ...content, seq, device: meta.device, seenVersion }
}

/**
 * Merges a new change into a waiting entry; null when no entry fits. The entry is the last one of exactly the same
 * records, has the same command, was never sent and is not held. Neither has files, and the merged change depends on no
 * record. Every unsettled entry that shares a record is waiting or being sent. The entry keeps its place in the order
 * and its `seenVersion`, and gets a new id because its request changes.
 */
async function mergeIntoWaiting(
  tx: StoreReader,
  registry: Registry,
  command: AnyCommand,
  content: Content,
  identity: NewIdentity,
): Promise<StoredChange | null> {
  const before = await lastOfSameRecords(tx, content)
  if (
    !command.merge ||
    before?.command !== content.command ||
    !isUnsentWithoutFiles(before) ||
    content.files.length > 0
  )
    return null
  const reading = registry.read(before)
  if (!reading) return null
  // The casts are safe: the command's schema has accepted both inputs.
  const mergedInput = command.merge(reading.input, content.input as never)
  if (mergedInput === null) return null
  const after = contentOf(command, mergedInput)
  // The merged change may depend on an entry that comes after the earlier entry's place.
  if (!concernSameRecords(after, before) || (command.dependsOn?.(mergedInput as never) ?? []).length > 0) return null
  const last: EarlierContent = { input: reading.input, words: before.words, madeAt: before.madeAt }
  const earlier = [...reading.earlier, last].slice(-MAX_EARLIER)
  return { before, after: { ...before, ...after, ...identity, revision: before.revision + 1, earlier } }
}

const isUnsentWithoutFiles = (entry: OutboxEntry) =>
  entry.state === 'waiting' && !entry.wasSent && entry.files.length === 0

async function lastOfSameRecords(tx: StoreReader, content: Content): Promise<OutboxEntry | null> {
  const sharing = (await Promise.all(content.touches.map((key) => tx.entriesTouching(key)))).flat()
  if (sharing.some(({ state }) => state !== 'waiting' && state !== 'sending')) return null
  const last = sharing.reduce<OutboxEntry | null>(
    (latest, entry) => (entry.seq > (latest?.seq ?? 0) ? entry : latest),
    null,
  )
  // A held entry waits for the user's release; the new change does not need one.
  const { heldUpTo = 0 } = await tx.meta()
  return last && last.seq > heldUpTo && concernSameRecords(last, content) ? last : null
}
