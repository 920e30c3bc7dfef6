import { useEffect, useRef } from 'react'
import type { MapMark } from '#src/map/map-mark.ts'
import { useMap } from '#src/map/use-map.ts'
import { fitFleet } from './fit-fleet.ts'

/** Shows the whole fleet once its positions are known, unless the map was moved to something else by then. */
export function useFirstFit(marks: readonly MapMark[], isLed: boolean): void {
  const map = useMap()
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || marks.length === 0) return
    isDone.current = true
    if (!isLed) fitFleet(map, marks, { animate: false })
  }, [map, marks, isLed])
}
