import { useSyncExternalStore } from 'react'
import { recordKey } from '#src/offline/command.ts'
import { markOf, outboxSnapshot, subscribeOutbox } from '../outbox.ts'
import type { Mark, OutboxSnapshot } from './snapshot.ts'

/** What waits, needs attention or was lost; renders anew with each change of it. */
export function useOutbox(): OutboxSnapshot {
  return useSyncExternalStore(subscribeOutbox, outboxSnapshot)
}

/** How a record stands with the outbox; null when nothing of it waits. Renders anew only when that changes. */
export function useMark(of: { readonly name: string }, key: string): Mark | null {
  return useSyncExternalStore(subscribeOutbox, () => markOf(recordKey(of, key)))
}
