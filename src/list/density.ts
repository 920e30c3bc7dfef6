import { useSyncExternalStore } from 'react'
import { observableValue } from '#src/session/observable-value.ts'
import { useSession } from '#src/session/session.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'

/** The form of a row: a full card or one line. */
export type Density = 'cards' | 'compact'

/** Stored on the device for each user. Without a stored value the density is "cards". */
const keyOf = (userId: number) => `haulyard:density:${userId}`
/** Choices of this page's life. They also work where the browser blocks storage. */
const chosen = observableValue<ReadonlyMap<number, Density>>(new Map())

export function densityOf(userId: number): Density {
  return chosen.get().get(userId) ?? (readItem('local', keyOf(userId)) === 'compact' ? 'compact' : 'cards')
}
export function setDensity(userId: number, density: Density): void {
  writeItem('local', keyOf(userId), density)
  chosen.set(new Map(chosen.get()).set(userId, density))
}

/** The signed-in user's density and its setter. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const userId = useSession().user?.id ?? 0
  const density = useSyncExternalStore(chosen.subscribe, () => densityOf(userId))
  return [density, (next) => setDensity(userId, next)]
}
