import { useCallback, useState } from 'react'

type Keys = ReadonlySet<string>

/** A click on a row's checkbox, with or without Shift. */
export interface RowTick {
  readonly key: string
  /** The row of the previous click; null for none. */
  readonly before: string | null
  /** Shift-click: selects or clears every row from `before` to this row. */
  readonly isRange: boolean
}

/** The selection after a click. `order` has the keys of all rows in the order on screen. */
export function selectionAfter(selected: Keys, { key, before, isRange }: RowTick, order: readonly string[]): Keys {
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
  /** `order` is only called for a Shift-click. */
  readonly tick: (key: string, isRange: boolean, order: () => readonly string[]) => void
  readonly clear: () => void
}

interface HeldSelection {
  readonly of: string
  readonly keys: Keys
  readonly before: string | null
}
const NONE: Keys = new Set()

const nothingOf = (of: string): HeldSelection => ({ of, keys: NONE, before: null })

/**
 * The selected rows of the list `of`, by their keys. A change of `of` clears the selection, also for a return to that
 * list.
 */
export function useSelection(of: string): Selection {
  const [held, setHeld] = useState<HeldSelection>(() => nothingOf(of))
  if (held.of !== of) setHeld(nothingOf(of))
  const tick = useCallback<Selection['tick']>(
    (key, isRange, order) =>
      setHeld((now) => {
        const { keys, before } = now.of === of ? now : nothingOf(of)
        return { of, keys: selectionAfter(keys, { key, before, isRange }, isRange ? order() : []), before: key }
      }),
    [of],
  )
  const clear = useCallback(() => setHeld(nothingOf(of)), [of])
  return { keys: held.of === of ? held.keys : NONE, tick, clear }
}
