import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type LaidOutLines, rowAtTop } from './row-at-top.ts'

/**
 * Lines begin at fractions of a pixel, but a window scrolls by whole pixels. A smaller part of a line does not count.
 */
const WHOLE_PX = 1

/** The row that stays at the window's top. */
interface Anchor {
  readonly layout: string
  readonly row: string | null
  /**
   * The page was scrolled to this row when the layout changed, and the user has not scrolled away from it since. A
   * window that is dragged wider or narrower changes the layout many times. In some layouts the row is not the first of
   * its line, and on the way to the row others pass the top. If those took its place, the page would drift away.
   */
  readonly isHeld: boolean
}

/**
 * Keeps the row at the window's top in place when the window's width changes. The cards then form other lines, and
 * earlier measurements are no longer valid. `layout` names the columns and the card width.
 */
export function useAnchor(layout: string, laid: LaidOutLines): void {
  const last = useRef<Anchor>({ layout, row: null, isHeld: false })
  const { isUnsettled, unsettle } = useUnsettled()
  useLayoutEffect(() => {
    const { layout: before, row, isHeld } = last.current
    if (before !== layout) {
      laid.lines.measure()
      const line = row === null ? -1 : laid.lineOf(row)
      // The virtualizer stays on this line while it measures the lines above.
      if (line >= 0) laid.lines.scrollToIndex(line, { align: 'start' })
      last.current = { layout, row, isHeld: line >= 0 }
      unsettle()
    } else if (!isUnsettled() && !(isHeld && row !== null && staysAtTop(row, laid))) {
      const top = laid.lines.options.scrollPaddingStart + WHOLE_PX
      last.current = { layout, row: rowAtTop(laid, top)?.key ?? null, isHeld: false }
    }
  })
}

/** Whether the page still moves, or rests where `scrollToIndex` put this row. */
function staysAtTop(row: string, { lines, lineOf }: LaidOutLines): boolean {
  const offset = lines.scrollOffset ?? 0
  // The virtualizer hears of a scroll one frame later.
  if (lines.isScrolling || Math.abs(offset - window.scrollY) > WHOLE_PX) return true
  const line = lineOf(row)
  const place = line < 0 ? undefined : lines.getOffsetForIndex(line, 'start')?.[0]
  return place !== undefined && Math.abs(offset - place) <= WHOLE_PX
}

/**
 * Whether the window or the layout changed just now. Until the cards are laid out again, the row at the window's top is
 * unknown.
 */
function useUnsettled(): { readonly isUnsettled: () => boolean; readonly unsettle: () => void } {
  const changes = useRef(0)
  const [unsettle] = useState(() => () => {
    changes.current++
    // The first frame measures the columns; the next frame lays out the cards.
    requestAnimationFrame(() => requestAnimationFrame(() => changes.current--))
  })
  useEffect(() => {
    window.addEventListener('resize', unsettle)
    return () => window.removeEventListener('resize', unsettle)
  }, [unsettle])
  return { isUnsettled: () => changes.current > 0, unsettle }
}
