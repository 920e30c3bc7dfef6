import { useSyncExternalStore } from 'react'
import { recordKey } from '#src/offline/command.ts'
import { markOf, outboxSnapshot, subscribeOutbox } from '../outbox.ts'
import type { Mark, OutboxSnapshot } from './snapshot.ts'

/** The outbox snapshot. Rerenders with every change. */
export function useOutbox(): OutboxSnapshot {
  return useSyncExternalStore(subscribeOutbox, outboxSnapshot)
}

/** The outbox mark of a record; null when none of its changes waits. Rerenders only when the mark changes. */
export function useMark(kind: { readonly name: string }, key: string): Mark | null {
  return useSyncExternalStore(subscribeOutbox, () => markOf(recordKey(kind, key)))
}
