import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { Cursor } from './grid-cursor.ts'

/**
 * How long a finger must rest on a cell to select it, in milliseconds, and how far it can slip meanwhile, in pixels.
 */
const LONG_PRESS_MS = 450
const SLIP = 10

interface Press {
  readonly timer: number
  readonly x: number
  readonly y: number
}

/** Detects a finger that rests on a cell. Suppresses what the browser would do then: the context menu and the tap. */
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
      // Two fingers mean another gesture.
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
    /** Whether the current click ends a long press. The next call returns false. */
    hasJustPicked: () => {
      const was = hasPicked.current
      hasPicked.current = false
      return was
    },
  }
}
