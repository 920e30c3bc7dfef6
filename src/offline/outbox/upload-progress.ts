import { useSyncExternalStore } from 'react'
import { observed } from '#src/session/observed.ts'
import type { OutboxEntry } from './entry.ts'

/** Bytes of a change's files: those that the server has, and all. */
export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

const all = observed<ReadonlyMap<string, UploadProgress>>(new Map())

/** Says how far the files of an entry have come; null once they are not on their way any more. */
export function noteUpload({ id, files }: Pick<OutboxEntry, 'id' | 'files'>, progress: UploadProgress | null): void {
  const next = new Map(all.get())
  for (const name of [id, ...files.map((file) => file.id)]) {
    if (progress) next.set(name, progress)
    else next.delete(name)
  }
  all.set(next)
}

/** How far the files of an entry, named by its id or by one of theirs, have come; null unless this tab is sending them. */
export function useUploadProgress(id: string): UploadProgress | null {
  return useSyncExternalStore(all.subscribe, () => all.get().get(id) ?? null)
}
