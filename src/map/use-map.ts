import type { Map as LeafletMap } from 'leaflet'
import { createContext, useContext } from 'react'

export const MapContext = createContext<LeafletMap | null>(null)

/** The map of the surrounding `MapFrame`. Add layers in an effect and remove them in its cleanup. */
export function useMap(): LeafletMap {
  const map = useContext(MapContext)
  if (map === null) throw new Error('useMap needs a MapFrame around it')
  return map
}
