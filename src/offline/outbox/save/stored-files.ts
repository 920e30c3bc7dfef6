import type { NewChange } from '#src/offline/command.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import type { Ids, Mirror, StoreWriter, Transactions } from '../ports.ts'
import { throwNotLoaded } from './not-saved.ts'

/** A file that the user chose for a field of the change. */
export interface ChosenFile {
  readonly field: string
  readonly file: Blob
  readonly name: string
  /** The upload's name, a UUID. Passed when the change's input contains it; created here otherwise. */
  readonly id?: string
}
/** A new change with the files that the user chose for it. */
export interface NewChangeWithFiles extends NewChange {
  readonly files?: readonly ChosenFile[]
}
/** A file of an entry with its bytes, in memory until both copies have them. */
export interface FileBytes {
  readonly file: StoredFile
  readonly bytes: Blob
}
/** The two copies. */
export interface Copies {
  readonly store: Transactions
  readonly mirror: Mirror
}
/** The two copies under the exclusive store lock, during a repair. */
export interface LockedCopies extends Copies {
  /** Throws once the lock is lost. Must be called before writes to the mirror, which does not check the lock. */
  readonly mustHold: () => void
}
type HasFiles = Pick<OutboxEntry, 'files'>

/** Reads the chosen files of a change with `readFiles`, which is loaded only when there are files. */
export async function readChosenFiles(files: readonly ChosenFile[], ids: Ids): Promise<readonly FileBytes[]> {
  if (files.length === 0) return []
  const { readFiles } = await import('./files.ts').catch(throwNotLoaded)
  return readFiles(files, ids)
}
export async function putFiles(tx: StoreWriter, files: readonly FileBytes[] = []): Promise<void> {
  for (const { file, bytes } of files) await tx.putFile(file.id, bytes)
}
export async function dropFiles(tx: StoreWriter, { files }: HasFiles): Promise<void> {
  for (const { id } of files) await tx.dropFile(id)
}
/** Mirrors files. Call it before the entry is mirrored, so that a mirrored entry always has its files. */
export async function mirrorFiles(mirror: Mirror, files: readonly FileBytes[] = []): Promise<void> {
  for (const { file, bytes } of files) await mirror.putFile(file.id, bytes)
}
/** Removes the mirror's copies of files. Copies that can't be removed now go at the next start: no entry names them. */
export async function removeFiles(mirror: Mirror, { files }: HasFiles): Promise<void> {
  for (const { id } of files) await mirror.removeFile(id).catch(() => undefined)
}

/** Reconciles both copies of all files with `repairFiles`, loaded only when needed: few outboxes have files. */
export async function repairFilesOf(ports: LockedCopies, entries: readonly OutboxEntry[]): Promise<boolean> {
  const [stored, mirrored] = await Promise.all([
    ports.store.read((tx) => tx.fileIds()),
    ports.mirror.fileIds().catch(() => []),
  ])
  if (stored.length + mirrored.length === 0 && entries.every(({ files }) => files.length === 0)) return false
  // A failed load must not fail the start: missing files are looked up again on sending and at the next start.
  const loaded = await import('#src/offline/outbox/repair/repair-files.ts').catch(() => null)
  return loaded ? loaded.repairFiles(ports, entries) : false
}
