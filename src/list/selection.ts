import { useCallback, useState } from 'react'

type Keys = ReadonlySet<string>

/** How a row is ticked: by itself, or with all between it and the one before. */
export interface Ticking {
  readonly key: string
  /** The row that was ticked before; null for none. */
  readonly before: string | null
  /** Those between are to be as this one will be. */
  readonly isRange: boolean
}

/** What is selected after a row is ticked; `order`: the keys of the rows as they stand. */
export function ticked(selected: Keys, { key, before, isRange }: Ticking, order: readonly string[]): Keys {
  const after = new Set(selected)
  const isOn = !selected.has(key)
  const [at, from] = [order.indexOf(key), before === null ? -1 : order.indexOf(before)]
  const range = isRange && at >= 0 && from >= 0 ? order.slice(Math.min(at, from), Math.max(at, from) + 1) : [key]
  for (const one of range) {
    if (isOn) after.add(one)
    else after.delete(one)
  }
  return after
}

export interface Selection {
  readonly keys: Keys
  /** `order`: asked for when it matters. */
  readonly tick: (key: string, isRange: boolean, order: () => readonly string[]) => void
  readonly clear: () => void
}

interface Held {
  readonly of: string
  readonly keys: Keys
  readonly before: string | null
}
const NONE: Keys = new Set()

const nothingOf = (of: string): Held => ({ of, keys: NONE, before: null })

/** Rows that are selected, by their keys; of another list (`of`) none are, and whoever comes back finds none. */
export function useSelection(of: string): Selection {
  const [held, setHeld] = useState<Held>(() => nothingOf(of))
  if (held.of !== of) setHeld(nothingOf(of))
  const tick = useCallback<Selection['tick']>(
    (key, isRange, order) =>
      setHeld((now) => {
        const { keys, before } = now.of === of ? now : nothingOf(of)
        return { of, keys: ticked(keys, { key, before, isRange }, isRange ? order() : []), before: key }
      }),
    [of],
  )
  const clear = useCallback(() => setHeld(nothingOf(of)), [of])
  return { keys: held.of === of ? held.keys : NONE, tick, clear }
}
