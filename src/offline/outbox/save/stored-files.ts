import type { Draft } from '#src/offline/command.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import type { Ids, Mirror, StoreWriter, Transactions } from '../ports.ts'
import { notLoaded } from './not-saved.ts'

/** A file as the person gives it, for a field of the change. */
export interface GivenFile {
  readonly field: string
  readonly file: Blob
  readonly name: string
  /** The upload's name, a UUID, where the change's own input says it; made here otherwise. */
  readonly id?: string
}
/** A change, with the files that the person gave for it. */
export interface Given extends Draft {
  readonly files?: readonly GivenFile[]
}
/** A file of an entry with its bytes, held in memory until both copies have them. */
export interface FileBytes {
  readonly file: StoredFile
  readonly bytes: Blob
}
/** The two copies. */
export interface Copies {
  readonly store: Transactions
  readonly mirror: Mirror
}
/** The two copies while they are made to agree. */
export interface RepairedCopies extends Copies {
  /** Throws once the lock of the two is lost: the mirror would not notice. */
  readonly mustHold: () => void
}
type WithFiles = Pick<OutboxEntry, 'files'>

/** Reads the files given with a change; `readFiles` says how. */
export async function readGiven(files: readonly GivenFile[], ids: Ids): Promise<readonly FileBytes[]> {
  if (files.length === 0) return []
  const { readFiles } = await import('./files.ts').catch(notLoaded)
  return readFiles(files, ids)
}
export async function putFiles(tx: StoreWriter, files: readonly FileBytes[] = []): Promise<void> {
  for (const { file, bytes } of files) await tx.putFile(file.id, bytes)
}
export async function dropFiles(tx: StoreWriter, { files }: WithFiles): Promise<void> {
  for (const { id } of files) await tx.dropFile(id)
}
/** Before the entry itself is mirrored: a mirrored entry has its files. */
export async function mirrorFiles(mirror: Mirror, files: readonly FileBytes[] = []): Promise<void> {
  for (const { file, bytes } of files) await mirror.putFile(file.id, bytes)
}
/** Copies that can't be removed now are swept at the next start: no entry names them. */
export async function removeFiles(mirror: Mirror, { files }: WithFiles): Promise<void> {
  for (const { id } of files) await mirror.removeFile(id).catch(() => undefined)
}

/** Makes both copies of all files agree; `mendFiles` says how. Few outboxes have files: the work is loaded when needed. */
export async function repairFilesOf(ports: RepairedCopies, entries: readonly OutboxEntry[]): Promise<boolean> {
  const [stored, mirrored] = await Promise.all([
    ports.store.read((tx) => tx.fileIds()),
    ports.mirror.fileIds().catch(() => []),
  ])
  if (stored.length + mirrored.length === 0 && entries.every(({ files }) => files.length === 0)) return false
  // A start does not fail for it: what is not mended now is looked for when it is sent, and at the next start.
  const loaded = await import('#src/offline/outbox/repair/repair-files.ts').catch(() => null)
  return loaded ? loaded.repairFiles(ports, entries) : false
}
