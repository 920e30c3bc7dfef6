import { readyWords } from '#src/app/ready/ready-words.ts'
import { useReadiness } from '#src/app/ready/use-readiness.ts'
import { usePrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { progressWords, TROUBLE_WORDS } from './device-words.ts'

/** One line about the offline use of this device; empty before its state is known. */
export function SavedLine() {
  const prefetch = usePrefetchState()
  const trouble = useStorageTrouble()
  const readiness = useReadiness()
  if (trouble !== null) return TROUBLE_WORDS[trouble]
  if (prefetch.total > 0) return progressWords(prefetch)
  if (readiness.state === 'unknown') return null
  if (readiness.state !== 'ready') return readyWords(readiness)
  return prefetch.finishedAt === null ? (
    <>
      Ready for work in dead zones · <AgeLabel at={prefetch.workSince} />
    </>
  ) : (
    <>
      Saved for offline · <AgeLabel at={prefetch.finishedAt} />
    </>
  )
}
