import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { observableValue } from '#src/session/observable-value.ts'

/** For a file, or for all files of a change, in bytes. `sent`: what the server has. */
export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

/** The progress of one change's files, as one tab tells it to the others. Null: they are no longer being sent. */
export interface ProgressNote {
  readonly id: string
  readonly files: readonly { readonly id: string; readonly size: number }[]
  readonly sent: ReadonlyMap<string, number> | null
}

const progressById = observableValue<ReadonlyMap<string, UploadProgress>>(new Map())
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

/** The progress of a file, or of all files of an entry, by the id of either. Null unless a tab is sending them. */
export function uploadProgressOf(id: string): UploadProgress | null {
  return progressById.get().get(id) ?? null
}
/** Calls `listener` after each change of any progress. Returns the function that stops it. */
export const onUploadProgress = progressById.subscribe
