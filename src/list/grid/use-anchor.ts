import { useEffect, useLayoutEffect, useRef } from 'react'
import { type LaidOutLines, rowAtTop } from './row-at-top.ts'

/**
 * Lines begin at fractions of a pixel, but a window scrolls by whole pixels. A smaller part of a line does not count.
 */
const WHOLE_PX = 1

/**
 * Keeps the row at the window's top in place when the window's width changes. The cards then form other lines, and
 * earlier measurements are no longer valid. `layout` names the columns and the card width.
 */
export function useAnchor(layout: string, laid: LaidOutLines): void {
  const last = useRef<{ readonly layout: string; readonly row: string | null }>({ layout, row: null })
  const isResized = useResized()
  useLayoutEffect(() => {
    const { layout: before, row } = last.current
    if (before !== layout) {
      laid.lines.measure()
      const line = row === null ? -1 : laid.lineOf(row)
      // The virtualizer stays on this line while it measures the lines above.
      if (line >= 0) laid.lines.scrollToIndex(line, { align: 'start' })
      last.current = { layout, row }
    } else if (!isResized()) {
      const top = laid.lines.options.scrollPaddingStart + WHOLE_PX
      last.current = { layout, row: rowAtTop(laid, top)?.key ?? null }
    }
  })
}

/**
 * Whether the window was resized just now. Until the cards are laid out again, the row at the window's top is unknown.
 */
function useResized(): () => boolean {
  const resizes = useRef(0)
  useEffect(() => {
    const note = () => {
      resizes.current++
      // The first frame measures the columns; the next frame lays out the cards.
      requestAnimationFrame(() => requestAnimationFrame(() => resizes.current--))
    }
    window.addEventListener('resize', note)
    return () => window.removeEventListener('resize', note)
  }, [])
  return () => resizes.current > 0
}
