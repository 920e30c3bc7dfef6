import { useEffect, useEffectEvent, useRef } from 'react'
import { OPEN_DIALOG } from '#src/ui/dialog/layers.ts'

/** A pull that refreshes, and the longest that shows, in CSS pixels of the sign's own way; the finger goes twice as far. */
export const PULLED = 56
const MAX = 80

/** How far down the sign stands when the finger has gone `px` down: half as far, up to an end. */
export function pulledBy(px: number): number {
  return Math.max(0, Math.min(MAX, px / 2))
}

/**
 * Calls `onPull` when a finger that began at the top of the page has pulled it down far enough. The sign that is answered
 * to is moved by `--pulled`, in pixels, without drawing anything anew. The browser's own refresh is off meanwhile.
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
      sign.current?.toggleAttribute('data-is-enough', px >= PULLED)
    }
    const start = ({ touches }: TouchEvent) => {
      const [touch] = touches
      const mayPull = window.scrollY <= 0 && touches.length === 1 && document.querySelector(OPEN_DIALOG) === null
      from = mayPull && touch ? { x: touch.clientX, y: touch.clientY } : null
    }
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (from === null || !touch) return
      const down = touch.clientY - from.y
      // Whoever moves sideways first scrolls a week, and whoever goes up scrolls the page.
      if (pulled === 0 && Math.abs(touch.clientX - from.x) > Math.abs(down)) from = null
      else show(window.scrollY > 0 ? 0 : pulledBy(down))
    }
    const end = () => {
      if (pulled >= PULLED) pull()
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
