import { divIcon, type Map as LeafletMap, marker } from 'leaflet'
import type { TrackPlace } from './place-at.ts'
import classes from './track.module.css'

const SIZE = 34
const ARROW =
  '<svg viewBox="-17 -17 34 34" width="34" height="34"><circle r="14"/><path d="M0-9 7 8 0 4.5-7 8Z"/></svg>'

export interface Arrow {
  /** Moves the existing marker. */
  readonly move: (place: TrackPlace) => void
  readonly remove: () => void
}

/** One arrow on the map that shows a position and a direction. */
export function arrowOn(map: LeafletMap): Arrow {
  const icon = divIcon({ className: classes.arrow ?? '', html: ARROW, iconSize: [SIZE, SIZE] })
  const one = marker([0, 0], { icon, interactive: false, keyboard: false, zIndexOffset: 1000 })
  return {
    move: ({ lat, lon, bearing }) => {
      one.setLatLng([lat, lon])
      if (!map.hasLayer(one)) one.addTo(map)
      // The map library sets the transform of the element. The drawing inside of it can be rotated.
      const drawing = one.getElement()?.firstElementChild
      if (drawing instanceof SVGElement) drawing.style.transform = `rotate(${bearing}deg)`
    },
    remove: () => void one.remove(),
  }
}
