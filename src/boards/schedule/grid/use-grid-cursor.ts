import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Block, blockOf, type Range } from '#src/boards/schedule/edits/block.ts'
import type { ScheduleItem } from '../schedule-items.ts'
import { type Cursor, cursorOrFirst, indexOfDriver, moveCursor } from './grid-cursor.ts'

export interface GridCursor {
  readonly cursor: Cursor | null
  /** The line of the cursor, which must stay in the page however far it is scrolled away; -1 for none. */
  readonly line: number
  /** What is selected: the cells between where that began and the cursor; null where there is no cell at all. */
  readonly block: Block | null
  /** More than the one cell of the cursor. */
  readonly isRange: boolean
  /** The person has gone to a cell by pointer or by Tab; `extends`: what is selected grows or shrinks to there. Answers whether that is news. */
  readonly goTo: (cursor: Cursor, how?: { readonly extends: boolean }) => boolean
  /** Selects what is between two cells, and stands on the second. */
  readonly select: (range: Range) => void
  /** Only the cursor's own cell is selected. */
  readonly letGo: () => void
  /** Moves the cursor by a key; with Shift what is selected grows or shrinks. Answers whether the key was one that does. */
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

export const isSameCell = (a: Cursor | null, b: Cursor | null) => a?.driver === b?.driver && a?.column === b?.column

/** One tab stop for the whole grid, moved by arrows; the focus follows, and the browser scrolls to it. */
export function useGridCursor(items: readonly ScheduleItem[], grid: RefObject<HTMLElement | null>): GridCursor {
  const [wanted, setWanted] = useState<Range | null>(null)
  const mustFocus = useRef(false)
  const cursor = cursorOrFirst(items, wanted?.head ?? null)
  // A corner that has left the screen holds nothing any more.
  const kept = cursor && wanted && blockOf(items, { anchor: wanted.anchor, head: cursor })
  const block = kept ?? (cursor && blockOf(items, { anchor: cursor, head: cursor }))

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
  const anchor = kept && wanted ? wanted.anchor : cursor
  const goTo = (head: Cursor, how?: { readonly extends: boolean }) => {
    const from = how?.extends && anchor ? anchor : head
    if (isSameCell(wanted?.head ?? null, head) && isSameCell(wanted?.anchor ?? null, from)) return false
    setWanted({ anchor: from, head })
    return true
  }
  return {
    cursor,
    line: cursor ? indexOfDriver(items, cursor.driver) : -1,
    block,
    isRange: block !== null && (block.drivers.length > 1 || block.last > block.first),
    goTo,
    select: (range) => {
      mustFocus.current = true
      setWanted(range)
    },
    letGo: () => cursor && setWanted({ anchor: cursor, head: cursor }),
    onKey: (event) => {
      const next = cursor && moveCursor(items, cursor, event.key, event.ctrlKey || event.metaKey)
      if (!next) return false
      // At an edge it stays; the focus is then not to be taken from wherever it goes next.
      mustFocus.current = goTo(next, { extends: event.shiftKey })
      return true
    },
    focus,
  }
}
