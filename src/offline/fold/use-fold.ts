import { useSyncExternalStore } from 'react'
import { currentFold, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import type { Fold } from './fold.ts'

/** All that waits, as a fold over rows; renders anew only when something changes that shows. */
export function useFold(): Fold {
  return useSyncExternalStore(subscribeOutbox, currentFold)
}
