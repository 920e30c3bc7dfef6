import { useSyncExternalStore } from 'react'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { observableValue } from '#src/session/observable-value.ts'

/** For a file, or for all files of a change, in bytes. `sent`: what the server has. */
export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

const progressById = observableValue<ReadonlyMap<string, UploadProgress>>(new Map())

/**
 * Notes the progress of an entry's files.
 * @param sent bytes that the server has, by file id; null when the files are no longer being sent
 */
export function noteUploadProgress(
  { id, files }: Pick<OutboxEntry, 'id' | 'files'>,
  sent: ReadonlyMap<string, number> | null,
): void {
  const next = new Map(progressById.get())
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
  progressById.set(next)
}

/** The progress of a file, or of all files of an entry, by the id of either. Null unless this tab is sending them. */
export function uploadProgressOf(id: string): UploadProgress | null {
  return progressById.get().get(id) ?? null
}
export function useUploadProgress(id: string): UploadProgress | null {
  return useSyncExternalStore(progressById.subscribe, () => uploadProgressOf(id))
}
