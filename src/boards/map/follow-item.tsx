import type { LeafletKeyboardEvent } from 'leaflet'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { centerIn, clearRoom, isSeenIn, type Led, showsStill } from '#src/map/clear-room.ts'
import { useMap } from '#src/map/use-map.ts'
import type { MapItem } from './items/map-item.ts'

/** The URL's values when the map was opened. */
export interface MapStart {
  readonly at: string | undefined
  readonly hasView: boolean
}

interface FollowItemProps {
  /** The selected item, if its position is known. */
  readonly item: MapItem | null
  readonly isFollowed: boolean
  readonly start: MapStart
  /** The element that covers a part of the map. The map moves items out from under it. */
  readonly cover: RefObject<HTMLElement | null>
  /** Called when the user moves the map by hand. */
  readonly onLost: () => void
}

/** The last selected item and the view that the map moved to for it; null for none. */
interface LastMove {
  readonly key: string | undefined
  readonly isFollowed: boolean
  readonly led: Led | null
}

/** The map event that is fired when the user wants to see something other than the followed item. */
export const LEAVE = 'leave'
/** The zoom at which a town is visible. */
const CLOSE = 9

/** Moves a newly selected item into view and keeps a followed item in the center. */
export function FollowItem({ item, isFollowed, start, cover, onLost }: FollowItemProps) {
  const map = useMap()
  const lose = useEffectEvent(onLost)
  const key = item?.key
  const lat = item?.location?.lat
  const lon = item?.location?.lon
  const last = useRef<LastMove | null>(null)
  useEffect(() => {
    // Selecting the same item again moves to it again.
    if (key === undefined && last.current !== null) last.current = { key, isFollowed: false, led: null }
    if (lat === undefined || lon === undefined) return
    const same = last.current?.key === key ? last.current : null
    const isOfAddress = last.current === null && key === start.at
    last.current = { key, isFollowed, led: same?.led ?? null }
    const room = clearRoom(map, cover.current)
    // The stored position may be hours old, so the map also moves to the next live position, unless the user has moved
    // the map.
    const isAwaited = !same || (same.led !== null && showsStill(map, same.led))
    // An item in the URL without a view is moved into the center. A view in the URL stays if the item is in it, even
    // under its card.
    const isSeen = isOfAddress
      ? start.hasView && isSeenIn(clearRoom(map, null), map, { lat, lon }, 0)
      : isSeenIn(room, map, { lat, lon })
    if (!isFollowed && (!isAwaited || isSeen)) return
    const comesNear = isOfAddress ? !start.hasView : !same || (isFollowed && !same.isFollowed)
    const zoom = comesNear ? Math.max(map.getZoom(), CLOSE) : map.getZoom()
    // Without animation when the map opens: the live position comes a moment after the stored one and is reached from
    // there.
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
    // The map has zoomed around another point, or still glides after a drag.
    const onRest = () => {
      if (!isLost) centerIn(clearRoom(map, cover.current), map, { lat, lon }, map.getZoom())
    }
    const events = { dragstart: leave, [LEAVE]: leave, keydown: onKey, moveend: onRest }
    map.on(events)
    return () => void map.off(events)
  }, [map, cover, lat, lon, isFollowed])
  return null
}
