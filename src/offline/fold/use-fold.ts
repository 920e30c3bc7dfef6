import { useSyncExternalStore } from 'react'
import { currentFold, subscribeOutbox } from '#src/offline/outbox/outbox.ts'
import type { Fold } from './fold.ts'

/**
 * The fold of the outbox for data that the server sent at this moment (milliseconds since 1970); undefined for no data.
 * Renders again only when the fold changes.
 */
export function useFold(asOf: number | undefined): Fold {
  return useSyncExternalStore(subscribeOutbox, () => (asOf === undefined ? currentFold() : currentFold().at(asOf)))
}
