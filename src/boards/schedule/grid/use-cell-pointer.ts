import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
import { hasUnsavedInput } from '#src/offline/drafts/unsaved-input.ts'
import type { Cursor } from './grid-cursor.ts'
import { cellAt, type GridCursor } from './use-grid-cursor.ts'
import { useLongPress } from './use-long-press.ts'

interface CellPointer {
  readonly cursor: GridCursor
  /**
   * When editable, a mouse click selects a cell and a double click opens it. Otherwise a click opens it, as a tap does.
   */
  readonly isEditable: boolean
  /** The user is selecting cells by touch: a tap extends the selection to the tapped cell. */
  readonly isPicking: boolean
  /** A day's dialog is open. While it has unsaved input, cells ignore pointers. */
  readonly isDialogOpen: boolean
  readonly onOpen: (cell: Cursor) => void
  /** Called when a finger has rested on a cell. */
  readonly onPick: (cell: Cursor) => void
}

/** Pointer handlers for cells. A mouse works as in a spreadsheet; a tap opens a cell and a long press selects it. */
export function useCellPointer({ cursor, isEditable, isPicking, isDialogOpen, onOpen, onPick }: CellPointer) {
  const drag = useDrag(cursor)
  const press = useLongPress(onPick)
  // Before Safari 18.2 and Firefox 129, `click` is not a PointerEvent and has no `pointerType`.
  const pressed = useRef<string | null>(null)
  const isLocked = () => isDialogOpen && hasUnsavedInput()
  return {
    onMouseDown: (event: MouseEvent) => {
      // Keeps the focus in the field that is being typed in.
      if (isLocked() && cellAt(event.target)) event.preventDefault()
    },
    onPointerDown: (event: PointerEvent) => {
      pressed.current = event.pointerType
      const cell = event.button === 0 ? cellAt(event.target) : null
      if (!cell || isLocked()) return
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
      if (!cell || press.hasJustPicked() || isLocked()) return
      // `detail` is 0 for a click without a pointer, such as a screen reader's.
      const isMouse = event.detail > 0 && pressed.current === 'mouse'
      if (isPicking) cursor.goTo(cell, { extends: true })
      else if (!isMouse || !isEditable) onOpen(cell)
    },
    onDoubleClick: (event: MouseEvent) => {
      const cell = isEditable && !isPicking && !isLocked() ? cellAt(event.target) : null
      if (cell) onOpen(cell)
    },
  }
}

/** Selecting by dragging the mouse over cells. The focus follows when the button is released. */
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
