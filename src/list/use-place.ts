import { useRouter } from '@tanstack/react-router'
import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffectEvent, useLayoutEffect } from 'react'
import { type ListPlace, rememberPlace } from './list-place.ts'

interface PlaceKeeping {
  /** Names the person and the list, its order and what it is narrowed to; null for one whose place nobody keeps. */
  readonly list: string | null
  /** How the cards stand: what was measured holds for no other way. */
  readonly layout: string
  readonly lines: Virtualizer<Window, HTMLDivElement>
  /** The line in which a row stands; -1 when it is not there. */
  readonly lineOf: (key: string) => number
  /** The first row of a line. */
  readonly keyOfLine: (line: number) => string
}

/** Keeps the place where a person leaves a list, and scrolls to `place` as the list comes on screen. */
export function usePlace(place: ListPlace | null, keeping: PlaceKeeping): void {
  const router = useRouter()
  const restore = useEffectEvent(() => {
    if (place !== null) window.scrollTo({ top: topOf(place, keeping) })
  })
  const leave = useEffectEvent(() => {
    const { list, layout, lines, keyOfLine } = keeping
    if (list === null) return
    const top = lines.scrollOffset ?? 0
    const line = lines.getVirtualItemForOffset(top)
    const row = line && line.start <= top ? { key: keyOfLine(line.index), within: top - line.start } : null
    rememberPlace(list, { top, row, layout, sizes: lines.takeSnapshot() })
  })
  useLayoutEffect(() => {
    restore()
    // The router scrolls after this, to the top or to where the page was when rows above had other heights.
    const stop = router.subscribe('onRendered', () => {
      stop()
      restore()
    })
    return () => {
      stop()
      leave()
    }
  }, [router])
}

function topOf({ top, row }: ListPlace, { lines, lineOf }: PlaceKeeping): number {
  const line = row === null ? -1 : lineOf(row.key)
  const start = line < 0 ? undefined : lines.getOffsetForIndex(line, 'start')?.[0]
  return row === null || start === undefined ? top : start + row.within
}
