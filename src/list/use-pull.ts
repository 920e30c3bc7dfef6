import { useEffect, useEffectEvent, useRef } from 'react'
import { OPEN_DIALOG } from '#src/ui/dialog/layers.ts'

/**
 * The sign's offset from which a pull refreshes, and its largest offset, in CSS pixels. The finger moves twice as far.
 */
export const REFRESH_PULL = 56
const MAX = 80

/** The sign's offset when the finger has moved `px` down: half of it, up to a maximum. */
export function signOffset(px: number): number {
  return Math.max(0, Math.min(MAX, px / 2))
}

/**
 * Calls `onPull` when a finger has pulled down far enough from the top of the page. Returns the ref of the sign, which
 * moves by the CSS variable `--pulled` (pixels) without a render. The browser's own pull-to-refresh is off while the
 * component is mounted.
 */
export function usePull(onPull: () => void) {
  const sign = useRef<HTMLDivElement>(null)
  const pull = useEffectEvent(onPull)
  useEffect(() => {
    const root = document.documentElement
    let from: { readonly x: number; readonly y: number } | null = null
    let pulled = 0
    const show = (px: number) => {
      if (px === pulled) return
      pulled = px
      sign.current?.style.setProperty('--pulled', `${px}`)
      sign.current?.toggleAttribute('data-is-enough', px >= REFRESH_PULL)
    }
    const start = ({ touches }: TouchEvent) => {
      const [touch] = touches
      const mayPull = window.scrollY <= 0 && touches.length === 1 && document.querySelector(OPEN_DIALOG) === null
      from = mayPull && touch ? { x: touch.clientX, y: touch.clientY } : null
    }
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (from === null || !touch) return
      const down = touch.clientY - from.y
      // A sideways start scrolls a week; an upward move scrolls the page.
      if (pulled === 0 && Math.abs(touch.clientX - from.x) > Math.abs(down)) from = null
      else show(window.scrollY > 0 ? 0 : signOffset(down))
    }
    const end = () => {
      if (pulled >= REFRESH_PULL) pull()
      from = null
      show(0)
    }
    const cancel = () => {
      from = null
      show(0)
    }
    const stop = new AbortController()
    const listening = { passive: true, signal: stop.signal }
    addEventListener('touchstart', start, listening)
    addEventListener('touchmove', move, listening)
    addEventListener('touchend', end, listening)
    addEventListener('touchcancel', cancel, listening)
    const before = root.style.overscrollBehaviorY
    root.style.overscrollBehaviorY = 'contain'
    return () => {
      stop.abort()
      root.style.overscrollBehaviorY = before
    }
  }, [])
  return sign
}
