import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Block, blockOf, type Range } from '#src/boards/schedule/edits/block.ts'
import type { ScheduleItem } from '../schedule-items.ts'
import { type Cursor, cursorOrFirst, indexOfDriver, moveCursor } from './grid-cursor.ts'

export interface GridCursor {
  readonly cursor: Cursor | null
  /** Index of the cursor's line, which must stay in the document even when scrolled out of view; -1 for none. */
  readonly line: number
  /** The selected cells, from the anchor to the cursor; null when the grid has no cells. */
  readonly block: Block | null
  /** Whether more than the cursor's cell is selected. */
  readonly isRange: boolean
  /**
   * Moves the cursor to a cell that the user reached by pointer or Tab. `extends` grows or shrinks the selection to
   * that cell. Returns whether anything changed.
   */
  readonly goTo: (cursor: Cursor, options?: { readonly extends: boolean }) => boolean
  /** Selects the cells between two corners and moves the cursor and the focus to `head`. */
  readonly select: (range: Range) => void
  /** Reduces the selection to the cursor's cell. */
  readonly clearSelection: () => void
  /** Moves the cursor by a key; with Shift, grows or shrinks the selection. Returns whether the key is a cursor key. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Moves the focus to the cursor's cell. */
  readonly focus: () => void
}

/** The cell that contains an event's target, by the data attributes of `ScheduleCell`; null outside of cells. */
export function cellAt(target: EventTarget | null): Cursor | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-driver]') : null
  if (!cell) return null
  return { driver: Number(cell.dataset.driver), column: Number(cell.dataset.column) }
}

export const isSameCell = (a: Cursor | null, b: Cursor | null) => a?.driver === b?.driver && a?.column === b?.column

/**
 * Cursor and selection. The grid has one tab stop, moved by arrow keys; the focus follows and the browser scrolls to
 * it.
 */
export function useGridCursor(items: readonly ScheduleItem[], grid: RefObject<HTMLElement | null>): GridCursor {
  const [wanted, setWanted] = useState<Range | null>(null)
  const mustFocus = useRef(false)
  const cursor = cursorOrFirst(items, wanted?.head ?? null)
  // A selection ends when the driver of its anchor is not listed anymore.
  const selected = cursor && wanted && blockOf(items, { anchor: wanted.anchor, head: cursor })
  const block = selected ?? (cursor && blockOf(items, { anchor: cursor, head: cursor }))

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
  const anchor = selected && wanted ? wanted.anchor : cursor
  const goTo = (head: Cursor, options?: { readonly extends: boolean }) => {
    const from = options?.extends && anchor ? anchor : head
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
    clearSelection: () => cursor && setWanted({ anchor: cursor, head: cursor }),
    onKey: (event) => {
      const next = cursor && moveCursor(items, cursor, event.key, event.ctrlKey || event.metaKey)
      if (!next) return false
      // At an edge the cursor stays; a pending focus would later take the focus from wherever it goes next.
      mustFocus.current = goTo(next, { extends: event.shiftKey })
      return true
    },
    focus,
  }
}
