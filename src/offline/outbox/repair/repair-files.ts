import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { isUnopened } from '#src/offline/outbox/entry/unopened.ts'
import { lostFileResult } from '#src/offline/outbox/save/files.ts'
import type { Copies, LockedCopies } from '#src/offline/outbox/save/stored-files.ts'
import type { StoreWriter } from '../ports.ts'

/**
 * Makes both copies of the files agree, as `reconcile` does with the entries. What one copy has lost is restored from
 * the other; files that no entry names are removed. An entry that was never sent and lost a file in both copies becomes
 * refused, so that the user decides. Resolves to true when entries lost a file in both copies.
 */
export async function repairFiles(copies: LockedCopies, entries: readonly OutboxEntry[]): Promise<boolean> {
  const { store, mirror, mustHold } = copies
  const stored = new Set(await store.read((tx) => tx.fileIds()))
  const owners = entries.filter(({ files }) => files.length > 0)
  // If the mirror can't be read, no file is known to be lost and nothing can be repaired.
  const mirrored = await mirror.fileIds().then(
    (ids) => new Set(ids),
    () => null,
  )
  if (mirrored === null) return false
  const inClear = new Set(await mirror.unsealedFileIds().catch(() => []))
  const damaged: OutboxEntry[] = []
  for (const owner of owners) {
    for (const file of owner.files) {
      if (!stored.has(file.id) && !(await restoreFile({ store, mirror }, file))) damaged.push(owner)
      // A failed write is repeated at the next start: the store has the file.
      if (!mirrored.has(file.id) || inClear.has(file.id))
        await mirrorFile({ store, mirror }, file).catch(() => undefined)
    }
  }
  const named = new Set(owners.flatMap(({ files }) => files.map(({ id }) => id)))
  // The files of an entry that does not open are unknown: while such an entry exists, no file is removed.
  const isUnnamed = (id: string) => !named.has(id) && !entries.some(isUnopened)
  const unnamed = [...stored].filter(isUnnamed)
  const unnamedCopies = [...mirrored].filter(isUnnamed)
  // With the lock lost, another page may have added files of entries unknown here.
  mustHold()
  await Promise.allSettled(unnamedCopies.map((id) => mirror.removeFile(id)))
  if (unnamed.length + damaged.length === 0) return false
  return store.write(async (tx) => {
    for (const id of unnamed) await tx.dropFile(id)
    for (const entry of damaged) await refuseForLostFile(tx, entry)
    return damaged.length > 0
  })
}

async function restoreFile({ store, mirror }: Copies, file: StoredFile): Promise<boolean> {
  const bytes = await mirror.readFile(file).catch(() => null)
  if (bytes) await store.write((tx) => tx.putFile(file.id, bytes))
  return bytes !== null
}

async function mirrorFile({ store, mirror }: Copies, file: StoredFile): Promise<void> {
  const bytes = await store.read((tx) => tx.file(file.id))
  if (bytes) await mirror.putFile(file.id, bytes)
}

/**
 * Marks an entry as refused for a lost file. A sent entry is left alone: the server may have the file; sending it will
 * tell.
 */
async function refuseForLostFile(tx: StoreWriter, { seq, id, files }: OutboxEntry): Promise<void> {
  const current = await tx.entry(seq)
  if (current?.id !== id || current.wasSent) return
  const remaining = new Set(await tx.fileIds())
  const lostFile = files.find((file) => !remaining.has(file.id))
  if (!lostFile) return
  const { status, reply } = lostFileResult(lostFile)
  await tx.putEntry({ ...current, state: 'refused', problem: { kind: 'status', status, body: reply } })
}
