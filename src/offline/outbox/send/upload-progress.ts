import { observableValue } from '#src/session/observable-value.ts'

/** For a file, or for all files of a change, in bytes. `sent`: what the server has. */
export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

/** Only `note-progress.ts` sets it. */
export const progressById = observableValue<ReadonlyMap<string, UploadProgress>>(new Map())

/** The progress of a file, or of all files of an entry, by the id of either. Null unless a tab is sending them. */
export function uploadProgressOf(id: string): UploadProgress | null {
  return progressById.get().get(id) ?? null
}
/** Calls `listener` after each change of any progress. Returns the function that stops it. */
export const onUploadProgress = progressById.subscribe
