import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { progressById } from './upload-progress.ts'

/** The progress of one change's files, as one tab tells it to the others. Null: they are no longer being sent. */
export interface ProgressNote {
  readonly id: string
  readonly files: readonly { readonly id: string; readonly size: number }[]
  readonly sent: ReadonlyMap<string, number> | null
}

let share: (note: ProgressNote) => void = () => undefined

/**
 * Notes the progress of an entry's files, for this tab and the others.
 * @param sent bytes that the server has, by file id; null when the files are no longer being sent
 */
export function noteUploadProgress(
  { id, files }: Pick<OutboxEntry, 'id' | 'files'>,
  sent: ReadonlyMap<string, number> | null,
): void {
  const note = { id, files: files.map((file) => ({ id: file.id, size: file.size })), sent }
  takeProgressNote(note)
  share(note)
}

/** Takes the progress that the sending tab has told. */
export function takeProgressNote({ id, files, sent }: ProgressNote): void {
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

/** Tells the progress of this tab's uploads to `listener` too. Returns the function that ends it. */
export function shareProgressWith(listener: (note: ProgressNote) => void): () => void {
  share = listener
  return () => {
    share = () => undefined
  }
}
