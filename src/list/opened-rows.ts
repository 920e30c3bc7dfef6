import { useCallback, useSyncExternalStore } from 'react'
import { observableValue } from '#src/session/observable-value.ts'
import { currentUser, useSession } from '#src/session/session.ts'

type Keys = ReadonlySet<string>

const NONE: Keys = new Set()
/**
 * Opened rows by user and list, for as long as the app is open: a user who returns to a list finds the same rows open.
 */
const opened = observableValue<ReadonlyMap<string, Keys>>(new Map())

const placeOf = (userId: number | undefined, list: string) => `${userId} ${list}`

/** Opens the row that a link leads to. */
export function openRow(list: string, key: string): void {
  const at = placeOf(currentUser()?.id, list)
  opened.set(new Map(opened.get()).set(at, new Set(opened.get().get(at)).add(key)))
}

/** The keys of the opened rows and a function that opens or closes one. `list` is the list's name. */
export function useOpened(list: string): readonly [Keys, (key: string) => void] {
  const at = placeOf(useSession().user?.id, list)
  const keys = useSyncExternalStore(opened.subscribe, () => opened.get().get(at) ?? NONE)
  const toggle = useCallback(
    (key: string) => {
      const after = new Set(opened.get().get(at))
      if (!after.delete(key)) after.add(key)
      opened.set(new Map(opened.get()).set(at, after))
    },
    [at],
  )
  return [keys, toggle]
}
