import { useSyncExternalStore } from 'react'
import { currentFold, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import type { Fold } from './fold.ts'

/** The fold of the outbox. Renders again only when the fold changes. */
export function useFold(): Fold {
  return useSyncExternalStore(subscribeOutbox, currentFold)
}
