import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import { isAnythingUnsaved } from '#src/offline/drafts/unsaved-input.ts'
import type { Cursor } from './grid-cursor.ts'
import { cellAt, type GridCursor } from './use-grid-cursor.ts'
import { useLongPress } from './use-long-press.ts'

interface CellPointer {
  readonly cursor: GridCursor
  /** A mouse selects cells, and opens them by a double click. Else it opens them, as fingers do. */
  readonly isEditable: boolean
  /** Cells are being selected by fingers: a tap takes what is selected as far as there. */
  readonly isPicking: boolean
  /** A day is open: while it holds what is not saved, cells are not to be had. */
  readonly isOver: boolean
  readonly onOpen: (cell: Cursor) => void
  /** A finger has rested on a cell. */
  readonly onPick: (cell: Cursor) => void
}

/** What pointers do on cells: by mouse as in a spreadsheet, by finger a tap opens and a long press selects. */
export function useCellPointer({ cursor, isEditable, isPicking, isOver, onOpen, onPick }: CellPointer) {
  const drag = useDrag(cursor)
  const press = useLongPress(onPick)
  // A click is an event of a pointer only since Safari 18.2 and Firefox 129: before, it does not say what was pressed.
  const pressed = useRef<string | null>(null)
  const isHeld = () => isOver && isAnythingUnsaved()
  return {
    onMouseDown: (event: MouseEvent) => {
      // The focus stays with what is being typed.
      if (isHeld() && cellAt(event.target)) event.preventDefault()
    },
    onPointerDown: (event: PointerEvent) => {
      pressed.current = event.pointerType
      const cell = event.button === 0 ? cellAt(event.target) : null
      if (!cell || isHeld()) return
      const isMouse = event.pointerType === 'mouse'
      if (isMouse) cursor.goTo(cell, { extends: event.shiftKey && isEditable })
      if (isMouse && isEditable) drag.begin()
      if (!isMouse && isEditable) press.begin(event, cell)
    },
    onPointerMove: press.move,
    onPointerOver: drag.over,
    onContextMenu: press.onContextMenu,
    onClick: (event: MouseEvent) => {
      const cell = cellAt(event.target)
      if (!cell || press.hasJustPicked() || isHeld()) return
      // Of a click that no pointer made, as a screen reader's, the browser counts no presses.
      const isMouse = event.detail > 0 && pressed.current === 'mouse'
      if (isPicking) cursor.goTo(cell, { extends: true })
      else if (!isMouse || !isEditable) onOpen(cell)
    },
    onDoubleClick: (event: MouseEvent) => {
      const cell = isEditable && !isPicking && !isHeld() ? cellAt(event.target) : null
      if (cell) onOpen(cell)
    },
  }
}

/** Selecting by a mouse that is drawn over cells; the focus follows when it is let go. */
function useDrag(cursor: GridCursor) {
  const isOn = useRef(false)
  const end = useEffectEvent(() => {
    if (isOn.current) cursor.focus()
    isOn.current = false
  })
  useEffect(() => {
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  }, [])
  return {
    begin: () => {
      isOn.current = true
    },
    over: ({ buttons, target }: PointerEvent) => {
      const cell = isOn.current && buttons === 1 ? cellAt(target) : null
      if (!cell) return
      cursor.goTo(cell, { extends: true })
      if (target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
  }
}
