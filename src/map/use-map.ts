import type { Map as LeafletMap } from 'leaflet'
import { createContext, useContext } from 'react'

export const MapContext = createContext<LeafletMap | null>(null)

/** The map of the frame that this stands in: layers are added in an effect, and taken away when that ends. */
export function useMap(): LeafletMap {
  const map = useContext(MapContext)
  if (map === null) throw new Error('useMap needs a MapFrame around it')
  return map
}
