import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { Cursor } from './grid-cursor.ts'

/** How long a finger rests on a cell to select it, in milliseconds; and how far it may slip meanwhile, in pixels. */
const LONG_PRESS_MS = 450
const SLIP = 10

interface Press {
  readonly timer: number
  readonly x: number
  readonly y: number
}

/** A finger that rests on a cell. What the browser would else do then, a menu or the tap, does not happen. */
export function useLongPress(onPick: (cell: Cursor) => void) {
  const press = useRef<Press | null>(null)
  const hasPicked = useRef(false)
  const letGo = useRef(() => {
    clearTimeout(press.current?.timer)
    press.current = null
  }).current
  useEffect(() => {
    window.addEventListener('pointerup', letGo)
    window.addEventListener('pointercancel', letGo)
    return () => {
      window.removeEventListener('pointerup', letGo)
      window.removeEventListener('pointercancel', letGo)
      letGo()
    }
  }, [letGo])
  return {
    begin: ({ clientX: x, clientY: y, isPrimary }: PointerEvent, cell: Cursor) => {
      letGo()
      hasPicked.current = false
      // Two fingers want something else.
      if (!isPrimary) return
      const pick = () => {
        hasPicked.current = true
        onPick(cell)
      }
      press.current = { timer: window.setTimeout(pick, LONG_PRESS_MS), x, y }
    },
    move: ({ clientX, clientY }: PointerEvent) => {
      const began = press.current
      if (began && Math.hypot(clientX - began.x, clientY - began.y) > SLIP) letGo()
    },
    onContextMenu: (event: MouseEvent) => {
      if (press.current || hasPicked.current) event.preventDefault()
    },
    /** Whether the click that comes now is the end of a long press. */
    hasJustPicked: () => {
      const was = hasPicked.current
      hasPicked.current = false
      return was
    },
  }
}
