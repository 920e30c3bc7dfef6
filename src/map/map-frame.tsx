import 'leaflet/dist/leaflet.css'
import { Map as LeafletMap } from 'leaflet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './map-frame.module.css'
import { MapContext } from './use-map.ts'

/** The middle of the map in degrees, and its zoom. */
export interface MapView {
  readonly lat: number
  readonly lon: number
  readonly zoom: number
}

interface MapFrameProps {
  /** For screen readers. */
  readonly label: string
  /** The initial view. Later values are ignored: the map manages its own view. */
  readonly view: MapView
  /** Called after the user or the code moved the map. */
  readonly onView: (view: MapView) => void
  /** Layers, and elements over the map. */
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

/** A map that fills its container. The children are its layers; they get the map from `useMap`. */
export function MapFrame({ label, view, onView, children }: MapFrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const latestOnView = useRef(onView)
  useEffect(() => {
    latestOnView.current = onView
  })
  const firstView = useRef(view)
  useEffect(() => {
    const frame = box.current
    if (frame === null) return
    let leafletMap: LeafletMap | null = null
    let isSizing = false
    // The map is created once the frame has its size: in another size, its middle would be elsewhere.
    const sizes = new ResizeObserver(() => {
      if (leafletMap === null) {
        // A resize retains the middle, except for a fraction of a pixel. It does not count as a move, so it is not
        // reported.
        leafletMap = mapIn(frame, firstView.current, (seen) => isSizing || latestOnView.current(seen))
        setMap(leafletMap)
        return
      }
      isSizing = true
      leafletMap.invalidateSize({ animate: false })
      isSizing = false
    })
    sizes.observe(frame)
    return () => {
      sizes.disconnect()
      setMap(null)
      if (leafletMap === null) return
      // Removing the map ends running moves. These are not reported.
      leafletMap.off('moveend')
      // A running zoom animation would end on the removed map and throw (Leaflet issue 9575).
      Object.assign(leafletMap, { _animatingZoom: false })
      leafletMap.remove()
    }
  }, [])
  return (
    <div className={classes.frame}>
      <div ref={box} className={classes.map} role="application" aria-label={label} />
      {map ? <MapContext value={map}>{children}</MapContext> : null}
    </div>
  )
}
