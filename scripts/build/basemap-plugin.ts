import type { Plugin } from 'vite'
import { basemapData } from './basemap-data.ts'

const NAME = 'virtual:basemap'
/** The prefix `\0` keeps other plugins away from the module, by the bundlers' convention. */
const ID = `\0${NAME}`

/**
 * Provides the map's data as `virtual:basemap`. The data is JSON text in the file, because browsers parse it faster
 * than code.
 */
export function basemapPlugin(): Plugin {
  return {
    name: 'haulyard-basemap',
    resolveId: (source) => (source === NAME ? ID : null),
    load: (id) =>
      id === ID ? `export const basemap = JSON.parse(${JSON.stringify(JSON.stringify(basemapData()))})` : null,
  }
}
