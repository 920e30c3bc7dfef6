import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import { lost } from '#src/offline/outbox/save/files.ts'
import type { Copies, RepairedCopies } from '#src/offline/outbox/save/stored-files.ts'
import type { StoreWriter } from '../ports.ts'

/**
 * Makes both copies of the files agree, as `reconcile` does with the entries they belong to: what one has lost comes
 * back from the other, what no entry names any more goes. An entry that lost a file in both, and was never sent, is kept
 * and needs the person. Answers whether an entry changed.
 */
export async function repairFiles(copies: RepairedCopies, entries: readonly OutboxEntry[]): Promise<boolean> {
  const { store, mirror, mustHold } = copies
  const stored = new Set(await store.read((tx) => tx.fileIds()))
  const owners = entries.filter(({ files }) => files.length > 0)
  // Without its mirror nothing is known to be lost; and nothing more can be done.
  const mirrored = await mirror.fileIds().then(
    (ids) => new Set(ids),
    () => null,
  )
  if (mirrored === null) return false
  const inClear = new Set(await mirror.clearFileIds().catch(() => []))
  const hurt: OutboxEntry[] = []
  for (const owner of owners) {
    for (const file of owner.files) {
      if (!stored.has(file.id) && !(await restored({ store, mirror }, file))) hurt.push(owner)
      // What fails is done at the next start: the store has it.
      if (!mirrored.has(file.id) || inClear.has(file.id)) await copied({ store, mirror }, file).catch(() => undefined)
    }
  }
  const named = new Set(owners.flatMap(({ files }) => files.map(({ id }) => id)))
  // Which files one names that does not open, nobody knows.
  const isUnnamed = (id: string) => !named.has(id) && !entries.some(isUnopened)
  const unnamed = [...stored].filter(isUnnamed)
  const useless = [...mirrored].filter(isUnnamed)
  // Another page may have added what is named by no entry known here.
  mustHold()
  await Promise.allSettled(useless.map((id) => mirror.removeFile(id)))
  if (unnamed.length + hurt.length === 0) return false
  return store.write(async (tx) => {
    for (const id of unnamed) await tx.dropFile(id)
    for (const entry of hurt) await markLost(tx, entry)
    return hurt.length > 0
  })
}

async function restored({ store, mirror }: Copies, file: StoredFile): Promise<boolean> {
  const bytes = await mirror.readFile(file).catch(() => null)
  if (bytes) await store.write((tx) => tx.putFile(file.id, bytes))
  return bytes !== null
}

async function copied({ store, mirror }: Copies, file: StoredFile): Promise<void> {
  const bytes = await store.read((tx) => tx.file(file.id))
  if (bytes) await mirror.putFile(file.id, bytes)
}

/** One that was sent may have taken its file to the server: that is asked when it is sent again. */
async function markLost(tx: StoreWriter, { seq, id, files }: OutboxEntry): Promise<void> {
  const now = await tx.entry(seq)
  if (now?.id !== id || now.wasSent) return
  const kept = new Set(await tx.fileIds())
  const gone = files.find((file) => !kept.has(file.id))
  if (!gone) return
  const { status, reply } = lost(gone)
  await tx.put({ ...now, state: 'refused', problem: { kind: 'status', status, body: reply } })
}
