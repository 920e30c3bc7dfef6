import { useCallback, useSyncExternalStore } from 'react'
import { observed } from '#src/session/observed.ts'
import { currentUser, useSession } from '#src/session/session.ts'

type Keys = ReadonlySet<string>

const NONE: Keys = new Set()
/** By person and list, for as long as the app is open: who comes back finds open what was open. */
const opened = observed<ReadonlyMap<string, Keys>>(new Map())

const placeOf = (userId: number | undefined, list: string) => `${userId} ${list}`

/** Opens a row of a list that a link leads to. */
export function openRow(list: string, key: string): void {
  const at = placeOf(currentUser()?.id, list)
  opened.set(new Map(opened.get()).set(at, new Set(opened.get().get(at)).add(key)))
}

/** Which rows of a list are opened, by their keys, and how to open or close one; `list`: what it is called. */
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
