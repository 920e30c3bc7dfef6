import { useSyncExternalStore } from 'react'
import { observableValue } from '#src/session/observable-value.ts'
import { readItem, removeItem, writeItem } from '#src/session/web-storage.ts'

/** Stored on the device for each user, only when prefetch is switched off. */
const keyOf = (userId: number) => `haulyard:not-ahead:${userId}`
const changes = observableValue(0)

/** Whether the user lets this device prefetch data for offline use automatically. */
export function isPrefetchOn(userId: number): boolean {
  return readItem('local', keyOf(userId)) === null
}
export function setPrefetchOn(userId: number, isOn: boolean): void {
  if (isOn) removeItem('local', keyOf(userId))
  else writeItem('local', keyOf(userId), 'yes')
  changes.set(changes.get() + 1)
}
export function usePrefetchOn(userId: number): boolean {
  return useSyncExternalStore(changes.subscribe, () => isPrefetchOn(userId))
}
