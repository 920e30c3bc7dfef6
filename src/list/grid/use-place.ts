import { useRouter } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect } from 'react'
import { type ListPlace, rememberPlace } from './list-place.ts'
import { type LaidOutLines, rowAtTop, topOfRow } from './row-at-top.ts'

interface LinePlaces extends LaidOutLines {
  /** Names the user, the list, its sort order, filter and search; null for a list whose position is not remembered. */
  readonly list: string | null
  /** The columns and the card width. Measurements are only valid for one layout. */
  readonly layout: string
}

/** Remembers the position when the user leaves a list, and scrolls to `place` when the list appears. */
export function usePlace(place: ListPlace | null, keeping: LinePlaces): void {
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
    // The router scrolls after this: to the top, or to an offset from when the rows above had other heights.
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
