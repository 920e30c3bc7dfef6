import type { Map as LeafletMap } from 'leaflet'
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { reducedMotion } from '#src/ui/reduced-motion.ts'
import { centerIn, clearRoom, isSeenIn } from './clear-room.ts'
import { type Arrow, arrowOn } from './track/arrow.ts'
import { drawTrack } from './track/draw-track.ts'
import { placeAt } from './track/place-at.ts'
import type { Track } from './track/track.ts'
import { trackColors } from './track/track-colors.ts'
import { useMap } from './use-map.ts'

interface TrackLayerProps {
  readonly track: Track
  /** The instant that the arrow shows, in milliseconds since 1970. */
  readonly position: number
  /** Whether playback moves the arrow; otherwise the user moves it. */
  readonly isPlaying: boolean
  /** The element that covers a part of the map; the path is kept clear of it. */
  readonly cover: RefObject<HTMLElement | null>
  /** Called when the user clicks on the path, with the instant of that place. */
  readonly onSeek: (at: number) => void
}

/** Free space around the path, in pixels: its ends have labels, and the map's buttons are at the right. */
const ROOM = { top: 36, right: 64, bottom: 36, left: 36 }
/** The highest zoom of the fit: beyond it, the surroundings of a place are not visible. */
const NEAREST = 15

/** Fits the whole path into the uncovered part of the map. */
function fitTo(map: LeafletMap, { points }: Track, cover: HTMLElement | null): void {
  if (points.length === 0) return
  const { min, max } = clearRoom(map, cover)
  if (!min || !max) return
  const size = map.getSize()
  map.fitBounds(
    points.map(({ lat, lon }) => [lat, lon]),
    {
      paddingTopLeft: [min.x + ROOM.left, min.y + ROOM.top],
      paddingBottomRight: [size.x - max.x + ROOM.right, size.y - max.y + ROOM.bottom],
      maxZoom: NEAREST,
      animate: !reducedMotion.get(),
    },
  )
}

/**
 * Draws a path with an arrow that moves along it. The map is fitted to the path on mount only: use another `key` for
 * another path. A path that grows does not move the map. The map follows the arrow out of the window's free part,
 * except when the user has dragged the map since playback began. A position that the user chose is always followed.
 */
export function TrackLayer({ track, position, isPlaying, cover, onSeek }: TrackLayerProps) {
  const map = useMap()
  const colors = useSyncExternalStore(trackColors.subscribe, trackColors.get)
  const seek = useRef(onSeek)
  const first = useRef(track)
  const arrow = useRef<Arrow | null>(null)
  const shown = useRef(position)
  const isLeft = useRef(false)
  useEffect(() => {
    seek.current = onSeek
  })
  useEffect(() => fitTo(map, first.current, cover.current), [map, cover])
  useEffect(() => drawTrack(map, track, { colors, onSeek: (at) => seek.current(at) }), [map, track, colors])
  useEffect(() => {
    const newArrow = arrowOn(map)
    arrow.current = newArrow
    return newArrow.remove
  }, [map])
  useEffect(() => {
    if (!isPlaying) return
    isLeft.current = false
    const leave = () => {
      isLeft.current = true
    }
    map.on('dragstart', leave)
    return () => void map.off('dragstart', leave)
  }, [map, isPlaying])
  useEffect(() => {
    const hasMoved = shown.current !== position
    shown.current = position
    const place = placeAt(track, position)
    if (place === null) return
    arrow.current?.move(place)
    if (!hasMoved || (isPlaying && isLeft.current)) return
    const room = clearRoom(map, cover.current)
    if (!isSeenIn(room, map, place, 0)) centerIn(room, map, place, map.getZoom(), !reducedMotion.get())
  }, [map, cover, track, position, isPlaying])
  return null
}
