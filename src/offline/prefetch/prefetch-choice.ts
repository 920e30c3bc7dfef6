import { useSyncExternalStore } from 'react'
import { observed } from '#src/session/observed.ts'
import { readItem, removeItem, writeItem } from '#src/session/web-storage.ts'

/** Kept on the device for each person; what is not said is "yes". */
const keyOf = (userId: number) => `haulyard:not-ahead:${userId}`
const changes = observed(0)

/** Whether the person lets this device fetch ahead by itself what may be needed without a network. */
export function isPrefetchOn(userId: number): boolean {
  return readItem('local', keyOf(userId)) === null
}
export function setPrefetchOn(userId: number, is: boolean): void {
  if (is) removeItem('local', keyOf(userId))
  else writeItem('local', keyOf(userId), 'yes')
  changes.set(changes.get() + 1)
}
export function usePrefetchOn(userId: number): boolean {
  return useSyncExternalStore(changes.subscribe, () => isPrefetchOn(userId))
}
