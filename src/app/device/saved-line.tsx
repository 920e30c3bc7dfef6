import { usePrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { progressWords, TROUBLE_WORDS } from './device-words.ts'

/** One line about the offline data of this device; empty before its state is known. */
export function SavedLine() {
  const yard = usePrefetchState()
  const trouble = useStorageTrouble()
  if (trouble !== null) return TROUBLE_WORDS[trouble]
  if (yard.total > 0) return progressWords(yard)
  if (yard.finishedAt === null) return yard.size === null ? null : 'Not everything is saved for offline yet'
  return (
    <>
      Saved for offline · <AgeLabel at={yard.finishedAt} />
    </>
  )
}
