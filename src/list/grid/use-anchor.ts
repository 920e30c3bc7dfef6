import { useEffect, useLayoutEffect, useRef } from 'react'
import { type LaidLines, rowAtTop } from './row-at-top.ts'

/** Lines begin at fractions of a pixel and a window is scrolled by whole ones: less than this of a line is none of it. */
const WHOLE_PX = 1

/**
 * Keeps in sight what stands at the window's top when the window gets another width: cards stand otherwise then, and what
 * was measured of their lines holds no more. `layout` says how they stand.
 */
export function useAnchor(layout: string, laid: LaidLines): void {
  const last = useRef<{ readonly layout: string; readonly row: string | null }>({ layout, row: null })
  const isResized = useResized()
  useLayoutEffect(() => {
    const { layout: before, row } = last.current
    if (before !== layout) {
      laid.lines.measure()
      const line = row === null ? -1 : laid.lineOf(row)
      // It stays on it while the lines above turn out to be higher or lower than was thought.
      if (line >= 0) laid.lines.scrollToIndex(line, { align: 'start' })
      last.current = { layout, row }
    } else if (!isResized()) {
      const top = laid.lines.options.scrollPaddingStart + WHOLE_PX
      last.current = { layout, row: rowAtTop(laid, top)?.key ?? null }
    }
  })
}

/** Whether the window got another size just now: until its cards stand right, nothing can be said of what is at its top. */
function useResized(): () => boolean {
  const resizes = useRef(0)
  useEffect(() => {
    const note = () => {
      resizes.current++
      // The first frame finds out how the cards stand, the next one has them so.
      requestAnimationFrame(() => requestAnimationFrame(() => resizes.current--))
    }
    window.addEventListener('resize', note)
    return () => window.removeEventListener('resize', note)
  }, [])
  return () => resizes.current > 0
}
