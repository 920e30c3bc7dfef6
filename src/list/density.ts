import { useSyncExternalStore } from 'react'
import { observed } from '#src/session/observed.ts'
import { useSession } from '#src/session/session.ts'
import { readItem, writeItem } from '#src/session/web-storage.ts'

/** How much room a row has: a card with all it says, or one line. */
export type Density = 'cards' | 'compact'

/** Kept on the device for each person; what is not said is "cards". */
const keyOf = (userId: number) => `haulyard:density:${userId}`
/** What was chosen here stands also where the browser keeps nothing. */
const chosen = observed<ReadonlyMap<number, Density>>(new Map())

export function densityOf(userId: number): Density {
  return chosen.get().get(userId) ?? (readItem('local', keyOf(userId)) === 'compact' ? 'compact' : 'cards')
}
export function setDensity(userId: number, density: Density): void {
  writeItem('local', keyOf(userId), density)
  chosen.set(new Map(chosen.get()).set(userId, density))
}

/** The signed-in person's density, and how to choose another. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const userId = useSession().user?.id ?? 0
  const density = useSyncExternalStore(chosen.subscribe, () => densityOf(userId))
  return [density, (next) => setDensity(userId, next)]
}
