import { useSyncExternalStore } from 'react'
import type { Fold } from './fold.ts'
import { currentFold, subscribeOutbox } from './outbox/outbox.ts'

/** All that waits, as a fold over rows; renders anew only when something changes that shows. */
export function useFold(): Fold {
  return useSyncExternalStore(subscribeOutbox, currentFold)
}
