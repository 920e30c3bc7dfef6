import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Cursor, cursorOrFirst, indexOfDriver, moveCursor } from './grid-cursor.ts'
import type { ScheduleItem } from './schedule-items.ts'

export interface GridCursor {
  readonly cursor: Cursor | null
  /** The line of the cursor, which must stay in the page however far it is scrolled away; -1 for none. */
  readonly line: number
  /** The person has gone to a cell by pointer or by Tab. */
  readonly goTo: (cursor: Cursor) => void
  /** Moves the cursor by a key; answers whether the key was one that does. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Puts the focus back on the cursor's cell. */
  readonly focus: () => void
}

/** The cell under an event, by what `ScheduleCell` wrote on it. */
export function cellAt(target: EventTarget | null): Cursor | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-driver]') : null
  if (!cell) return null
  return { driver: Number(cell.dataset.driver), column: Number(cell.dataset.column) }
}

/** One tab stop for the whole grid, moved by arrows; the focus follows, and the browser scrolls to it. */
export function useGridCursor(items: readonly ScheduleItem[], grid: RefObject<HTMLElement | null>): GridCursor {
  const [wanted, setWanted] = useState<Cursor | null>(null)
  const mustFocus = useRef(false)
  const cursor = cursorOrFirst(items, wanted)

  const focus = () => {
    if (!cursor) return
    const cell = grid.current?.querySelector<HTMLElement>(
      `[data-driver="${cursor.driver}"][data-column="${cursor.column}"]`,
    )
    cell?.focus()
  }
  useEffect(() => {
    if (!mustFocus.current) return
    mustFocus.current = false
    focus()
  })
  return {
    cursor,
    line: cursor ? indexOfDriver(items, cursor.driver) : -1,
    goTo: setWanted,
    onKey: (event) => {
      const next = cursor && moveCursor(items, cursor, event.key, event.ctrlKey || event.metaKey)
      if (!next) return false
      mustFocus.current = true
      setWanted(next)
      return true
    },
    focus,
  }
}
