import type { AnyCommand, Draft } from '#src/offline/command.ts'
import { type Content, contentOf, isOfSameRecords } from '#src/offline/outbox/entry/content.ts'
import type { EarlierStep, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { isSeq } from '#src/offline/outbox/entry/entry-number.ts'
import type { Registry } from '#src/offline/outbox/entry/registry.ts'
import { noteEntries } from '#src/offline/outbox/repair/loss-marker-note.ts'
import { underStoreLock } from '#src/offline/outbox/store/store-lock.ts'
import type { OutboxPorts, StoreReader, StoreWriter } from '../ports.ts'
import { fateOf, mirrorStored, type Stored } from './replace.ts'
import { type FileBytes, putFiles } from './stored-files.ts'
import { notSaved } from './why-not-saved.ts'

/** How many steps of a change that was changed again and again can be taken back one by one. */
const MAX_STEPS = 20

export interface Kept extends Draft {
  readonly files?: readonly FileBytes[]
  /** Whether it may become one with a change that waits. */
  readonly mayMerge: boolean
}
type Ports = Pick<OutboxPorts, 'store' | 'mirror' | 'locks' | 'clock' | 'ids' | 'lossMarker'>

/**
 * Puts changes into both stores: all of them, in one transaction. Each is a new entry, or becomes one with the change
 * that it changes again. Resolves when both stores have them; rejects with NotKept, and then neither has.
 */
export function enqueue(
  ports: Ports,
  user: string,
  registry: Registry,
  drafts: readonly Kept[],
): Promise<readonly OutboxEntry[]> {
  const { clock, ids, lossMarker } = ports
  // Judged before anything is stored.
  const made = drafts.map((draft) => ({ draft, content: contentOf(draft.command, draft.input, filesOf(draft)) }))
  return underStoreLock(ports, user, 'shared', async (store) => {
    const stored = await store.write(async (tx) => {
      const results: Stored[] = []
      for (const { draft, content } of made) {
        const fresh = { id: ids.uuid(), user, madeAt: clock.now() }
        const merged = draft.mayMerge ? await mergedInto(tx, registry, draft.command, content, fresh) : null
        const result = merged ?? { before: null, after: await added(tx, { ...UNSENT, ...fresh, ...content }, draft) }
        if (result.before) await tx.putFate(fateOf(result.before, 'replaced', clock.now()))
        await tx.put(result.after)
        await putFiles(tx, draft.files)
        results.push({ ...result, files: draft.files ?? [] })
      }
      return results
    })
    await mirrorStored(ports, stored, clock.now())
    const entries = stored.map(({ after }) => after)
    noteEntries(lossMarker, entries)
    return entries
  }).catch((cause: unknown) => {
    throw notSaved(cause)
  })
}

const filesOf = ({ files = [] }: Kept) => files.map(({ file }) => file)

type Fresh = Pick<OutboxEntry, 'id' | 'user' | 'madeAt'>

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

/** The entry with the device's next number. */
async function added(
  tx: StoreWriter,
  parts: Omit<OutboxEntry, 'seq' | 'device' | 'seenVersion'>,
  { seenVersion }: Draft,
): Promise<OutboxEntry> {
  const meta = await tx.meta()
  if (meta.device === null) throw new Error('the outbox has not been reconciled')
  let seq = isSeq(meta.nextSeq) ? meta.nextSeq : 1
  // Counters that were laid by hand may say any: no number that stands is given again.
  while (await tx.entry(seq)) seq += 1
  await tx.putMeta({ ...meta, nextSeq: seq + 1 })
  return { ...parts, seq, device: meta.device, seenVersion }
}

/**
 * The change that a new one changes again, as both together say it; null when there is none. It is the last one of just
 * the same records, of the same command and never sent; none before it needs the person. It keeps its place in the order
 * and the version that the person saw, and gets a new id, since it says something else now.
 */
async function mergedInto(
  tx: StoreReader,
  registry: Registry,
  command: AnyCommand,
  content: Content,
  fresh: Fresh,
): Promise<Stored | null> {
  const before = await lastOfSameRecords(tx, content)
  if (!command.merge || before?.command !== content.command || !isUntouched(before) || content.files.length > 0)
    return null
  const reading = registry.read(before)
  // Both have been judged by the command's schema.
  if (!reading) return null
  const both = command.merge(reading.input, content.input as never)
  if (both === null) return null
  const after = contentOf(command, both)
  // What it needs may stand behind the earlier one's place.
  if (!isOfSameRecords(after, before) || (command.dependsOn?.(both as never) ?? []).length > 0) return null
  const step: EarlierStep = { input: reading.input, words: before.words, madeAt: before.madeAt }
  const earlier = [...reading.earlier, step].slice(-MAX_STEPS)
  return { before, after: { ...before, ...after, ...fresh, revision: before.revision + 1, earlier } }
}

const isUntouched = (entry: OutboxEntry) => entry.state === 'waiting' && !entry.wasSent && entry.files.length === 0

async function lastOfSameRecords(tx: StoreReader, content: Content): Promise<OutboxEntry | null> {
  const sharing = (await Promise.all(content.touches.map((key) => tx.touching(key)))).flat()
  if (sharing.some(({ state }) => state !== 'waiting' && state !== 'sending')) return null
  const last = sharing.reduce<OutboxEntry | null>((latest, one) => (one.seq > (latest?.seq ?? 0) ? one : latest), null)
  // What is held waits for a word that the new change does not need.
  const { heldUpTo = 0 } = await tx.meta()
  return last && last.seq > heldUpTo && isOfSameRecords(last, content) ? last : null
}
