import { useAppFiles } from '#src/app/install/app-files.ts'
import { usePrefetchState } from '#src/offline/prefetch/prefetch-state.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { useSessionLife } from '#src/session/stay-signed-in.ts'
import { type Readiness, readinessOf } from './readiness.ts'

/** Whether this device can be taken to a place without a network. */
export function useReadiness(): Readiness {
  const prefetch = usePrefetchState()
  const trouble = useStorageTrouble()
  return readinessOf({ prefetch, trouble, files: useAppFiles(), session: useSessionLife() })
}
