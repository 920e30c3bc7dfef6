import type { LeafletKeyboardEvent } from 'leaflet'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { centerIn, clearRoom, isSeenIn, type Led, showsStill } from '#src/map/clear-room.ts'
import { useMap } from '#src/map/use-map.ts'
import type { MapItem } from './items/map-item.ts'

/** What the address said when the map was opened. */
export interface MapStart {
  readonly at: string | undefined
  readonly hasView: boolean
}

interface LeadMapProps {
  /** What is picked, if it is known where it is. */
  readonly item: MapItem | null
  readonly isFollowed: boolean
  readonly start: MapStart
  /** What stands over a part of the map: what is led to is not below it. */
  readonly cover: RefObject<HTMLElement | null>
  /** Somebody moved the map by hand. */
  readonly onLost: () => void
}

/** What was picked last, and what the map was made to show for it; null for nothing. */
interface Lead {
  readonly key: string | undefined
  readonly isFollowed: boolean
  readonly led: Led | null
}

/** What the map is told when somebody wants to see something else than what it follows. */
export const LEAVE = 'leave'
/** Near enough to see a town. */
const CLOSE = 9

/** Brings what is picked into sight when it is picked, and keeps what is followed in the middle. */
export function LeadMap({ item, isFollowed, start, cover, onLost }: LeadMapProps) {
  const map = useMap()
  const lose = useEffectEvent(onLost)
  const key = item?.key
  const lat = item?.location?.lat
  const lon = item?.location?.lon
  const last = useRef<Lead | null>(null)
  useEffect(() => {
    // What is picked once more is led to once more.
    if (key === undefined && last.current !== null) last.current = { key, isFollowed: false, led: null }
    if (lat === undefined || lon === undefined) return
    const same = last.current?.key === key ? last.current : null
    const isOfAddress = last.current === null && key === start.at
    last.current = { key, isFollowed, led: same?.led ?? null }
    const room = clearRoom(map, cover.current)
    // What a device kept of it may be hours old: where it is told to be next is gone to as well, while nobody looks elsewhere.
    const isAwaited = !same || (same.led !== null && showsStill(map, same.led))
    // What an address names without saying what is seen is gone to, wherever the map happens to be; a view that it says stays
    // while what it names is in it, even below its card.
    const isSeen = isOfAddress
      ? start.hasView && isSeenIn(clearRoom(map, null), map, { lat, lon }, 0)
      : isSeenIn(room, map, { lat, lon })
    if (!isFollowed && (!isAwaited || isSeen)) return
    const comesNear = isOfAddress ? !start.hasView : !same || (isFollowed && !same.isFollowed)
    const zoom = comesNear ? Math.max(map.getZoom(), CLOSE) : map.getZoom()
    // At once where the map opens: where it is told to be now comes a moment after what was kept, and is gone to from there.
    last.current = { key, isFollowed, led: centerIn(room, map, { lat, lon }, zoom, !isOfAddress) }
  }, [map, cover, start, key, lat, lon, isFollowed])
  useEffect(() => {
    if (!isFollowed || lat === undefined || lon === undefined) return
    let isLost = false
    const leave = () => {
      isLost = true
      lose()
    }
    const onKey = ({ originalEvent }: LeafletKeyboardEvent) => {
      if (originalEvent.key.startsWith('Arrow')) leave()
    }
    // It has zoomed around another point, or glides on from where it was dragged before.
    const onRest = () => {
      if (!isLost) centerIn(clearRoom(map, cover.current), map, { lat, lon }, map.getZoom())
    }
    const events = { dragstart: leave, [LEAVE]: leave, keydown: onKey, moveend: onRest }
    map.on(events)
    return () => void map.off(events)
  }, [map, cover, lat, lon, isFollowed])
  return null
}
