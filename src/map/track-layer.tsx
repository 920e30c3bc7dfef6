import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { stillness } from '#src/ui/stillness.ts'
import { type Arrow, arrowOn } from './track/arrow.ts'
import { drawTrack } from './track/draw-track.ts'
import { placeAt } from './track/place-at.ts'
import type { Track } from './track/track.ts'
import { trackColours } from './track/track-colours.ts'
import { useMap } from './use-map.ts'

interface TrackLayerProps {
  readonly track: Track
  /** The instant at which its arrow stands, in milliseconds since 1970. */
  readonly position: number
  /** Else whatever moves it was asked for. */
  readonly isPlaying: boolean
  /** Somebody has pressed where it came by at that instant. */
  readonly onSeek: (at: number) => void
}

/** What is kept free of the path, in pixels: the map's buttons stand at the right, the player below. */
const ROOM = { top: 36, right: 64, bottom: 168, left: 36 }
/** Nearer than this one sees nothing of where a place is. */
const NEAREST = 15

/** Shows all of a path. */
function fitTo(map: LeafletMap, { points }: Track): void {
  if (points.length === 0) return
  map.fitBounds(
    points.map(({ lat, lon }) => [lat, lon]),
    {
      paddingTopLeft: [ROOM.left, ROOM.top],
      paddingBottomRight: [ROOM.right, ROOM.bottom],
      maxZoom: NEAREST,
      animate: !stillness.get(),
    },
  )
}

/** Whether a place is in sight, and nothing stands before it. */
function isInSight(map: LeafletMap, { lat, lon }: { readonly lat: number; readonly lon: number }): boolean {
  const { x, y } = map.latLngToContainerPoint([lat, lon])
  const size = map.getSize()
  return x >= 0 && x <= size.x && y >= 0 && y <= size.y - ROOM.bottom
}

/**
 * Draws a path with an arrow that moves along it. The map is fitted to it when it comes; give another path another `key`. A
 * path that grows leaves the map as it is. The map goes along with the arrow, unless somebody has dragged it away since it
 * began to play; and where the arrow is asked to be.
 */
export function TrackLayer({ track, position, isPlaying, onSeek }: TrackLayerProps) {
  const map = useMap()
  const colours = useSyncExternalStore(trackColours.subscribe, trackColours.get)
  const seek = useRef(onSeek)
  const first = useRef(track)
  const arrow = useRef<Arrow | null>(null)
  const shown = useRef(position)
  const isLeft = useRef(false)
  useEffect(() => {
    seek.current = onSeek
  })
  useEffect(() => fitTo(map, first.current), [map])
  useEffect(() => drawTrack(map, track, { colours, onSeek: (at) => seek.current(at) }), [map, track, colours])
  useEffect(() => {
    const made = arrowOn(map)
    arrow.current = made
    return made.remove
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
    if (!hasMoved || (isPlaying && isLeft.current) || isInSight(map, place)) return
    map.panTo([place.lat, place.lon], { animate: !stillness.get() })
  }, [map, track, position, isPlaying])
  return null
}
