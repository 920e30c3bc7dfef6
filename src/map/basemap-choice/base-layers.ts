import type { Layer } from 'leaflet'
import type { Basemap } from '#contract/wire/map-settings.ts'
import type { Scheme } from '../colors-of-scheme.ts'
import { archiveTiles } from './archive-tiles.ts'
import { onlineTiles } from './online-tiles.ts'

/**
 * The layers of the map's background, the lowest first. The packaged map is always one of them: it shows wherever the
 * operator's choice is missing because the device is offline or a tile is missing. A new color scheme needs new layers.
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
