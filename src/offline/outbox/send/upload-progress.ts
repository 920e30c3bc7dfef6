import { useSyncExternalStore } from 'react'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { observed } from '#src/session/observed.ts'

/** Bytes of a file, or of all files of a change: those that the server has, and all. */
export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

const all = observed<ReadonlyMap<string, UploadProgress>>(new Map())

/**
 * Says how far the files of an entry have come: `sent`, by their ids, what the server has of each; null once they are not
 * on their way any more.
 */
export function noteUpload(
  { id, files }: Pick<OutboxEntry, 'id' | 'files'>,
  sent: ReadonlyMap<string, number> | null,
): void {
  const next = new Map(all.get())
  const whole = { sent: 0, total: 0 }
  for (const file of files) {
    const own = { sent: sent?.get(file.id) ?? 0, total: file.size }
    whole.sent += own.sent
    whole.total += own.total
    if (sent) next.set(file.id, own)
    else next.delete(file.id)
  }
  if (sent) next.set(id, whole)
  else next.delete(id)
  all.set(next)
}

/** How far a file has come, or all files of an entry, each named by its id; null unless this tab is sending them. */
export function uploadProgressOf(id: string): UploadProgress | null {
  return all.get().get(id) ?? null
}
export function useUploadProgress(id: string): UploadProgress | null {
  return useSyncExternalStore(all.subscribe, () => uploadProgressOf(id))
}
