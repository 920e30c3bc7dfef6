import { useRouter } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'
import { type ListPlace, rememberPlace } from './list-place.ts'
import { type LaidLines, rowAtTop, topOfRow } from './row-at-top.ts'

interface PlaceKeeping extends LaidLines {
  /** Names the person and the list, its order and what it is narrowed to; null for one whose place nobody keeps. */
  readonly list: string | null
  /** How the cards stand: what was measured holds for no other way. */
  readonly layout: string
}

/** Keeps the place where a person leaves a list, and scrolls to `place` as the list comes on screen. */
export function usePlace(place: ListPlace | null, keeping: PlaceKeeping): void {
  const router = useRouter()
  const restore = useEffectEvent(() => {
    if (place !== null) window.scrollTo({ top: (place.row && topOfRow(place.row, keeping)) ?? place.top })
  })
  const leave = useEffectEvent(() => {
    const { list, layout, lines } = keeping
    if (list === null) return
    rememberPlace(list, { top: lines.scrollOffset ?? 0, row: rowAtTop(keeping), layout, sizes: lines.takeSnapshot() })
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
