import type { Layer } from 'leaflet'
import type { Basemap } from '#contract/wire/map-settings.ts'
import type { Scheme } from '../colors-of-scheme.ts'
import { archiveTiles } from './archive-tiles.ts'
import { onlineTiles } from './online-tiles.ts'

/**
 * The layers of the map's background, the lowest first. The packaged map is always among them: whatever of the operator's
 * choice is missing, for want of a network or of tiles, it shows instead. Layers are made anew for another scheme.
 */
export function baseLayers(choice: Basemap, packaged: Layer, scheme: Scheme): readonly Layer[] {
  switch (choice.kind) {
    case 'packaged':
      return [packaged]
    case 'tiles':
      return [packaged, onlineTiles(choice)]
    case 'pmtiles':
      return [packaged, archiveTiles(choice, scheme)]
  }
}
