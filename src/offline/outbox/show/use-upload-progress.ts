import { useSyncExternalStore } from 'react'
import { onUploadProgress, type UploadProgress, uploadProgressOf } from '#src/offline/outbox/send/upload-progress.ts'

/** The progress of a file, or of all files of an entry, by the id of either. Null unless a tab is sending them. */
export function useUploadProgress(id: string): UploadProgress | null {
  return useSyncExternalStore(onUploadProgress, () => uploadProgressOf(id))
}
