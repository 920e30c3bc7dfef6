import 'leaflet/dist/leaflet.css'
import { Map as LeafletMap } from 'leaflet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './map-frame.module.css'
import { MapContext } from './use-map.ts'

/** What is seen: degrees, and the zoom. */
export interface MapView {
  readonly lat: number
  readonly lon: number
  readonly zoom: number
}

interface MapFrameProps {
  /** For screen readers. */
  readonly label: string
  /** What is seen first; later changes are the map's own. */
  readonly view: MapView
  /** Called when somebody, or something, has moved the map. */
  readonly onView: (view: MapView) => void
  /** Layers, and what stands over the map. */
  readonly children: ReactNode
}

const MIN_ZOOM = 3
const MAX_ZOOM = 19

function mapIn(frame: HTMLElement, { lat, lon, zoom }: MapView, onView: (view: MapView) => unknown): LeafletMap {
  const map = new LeafletMap(frame, {
    center: [lat, lon],
    zoom,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    zoomControl: false,
  })
  map.attributionControl.setPrefix(false)
  map.on('moveend', () => {
    const center = map.getCenter()
    onView({ lat: center.lat, lon: center.lng, zoom: map.getZoom() })
  })
  return map
}

/** A map in a box, which it fills. Its layers are the children; they find it by `useMap`. */
export function MapFrame({ label, view, onView, children }: MapFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const told = useRef(onView)
  useEffect(() => {
    told.current = onView
  })
  const first = useRef(view)
  useEffect(() => {
    const frame = box.current
    if (frame === null) return
    let made: LeafletMap | null = null
    let isSizing = false
    // Made when the frame has its size: in another one its middle would be elsewhere.
    const sizes = new ResizeObserver(() => {
      if (made === null) {
        // The same is in the middle of another size, but for a part of a pixel: nobody has moved the map for that.
        made = mapIn(frame, first.current, (seen) => isSizing || told.current(seen))
        setMap(made)
        return
      }
      isSizing = true
      made.invalidateSize({ animate: false })
      isSizing = false
    })
    sizes.observe(frame)
    return () => {
      sizes.disconnect()
      setMap(null)
      if (made === null) return
      // What comes to rest when it goes is not moved by anybody.
      made.off('moveend')
      // A zoom that is under way would end in a map that is no more, and throw (Leaflet's issue 9575).
      Object.assign(made, { _animatingZoom: false })
      made.remove()
    }
  }, [])
  return (
    <div className={classes.frame}>
      <div ref={box} className={classes.map} role="application" aria-label={label} />
      {map ? <MapContext value={map}>{children}</MapContext> : null}
    </div>
  )
}
