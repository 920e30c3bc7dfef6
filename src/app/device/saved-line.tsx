import { usePrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { progressWords, TROUBLE_WORDS } from './device-words.ts'

/** One line about the offline data of this device; empty before its state is known. */
export function SavedLine() {
  const prefetch = usePrefetchState()
  const trouble = useStorageTrouble()
  if (trouble !== null) return TROUBLE_WORDS[trouble]
  if (prefetch.total > 0) return progressWords(prefetch)
  if (prefetch.finishedAt === null) return prefetch.size === null ? null : 'Not everything is saved for offline yet'
  return (
    <>
      Saved for offline · <AgeLabel at={prefetch.finishedAt} />
    </>
  )
}
