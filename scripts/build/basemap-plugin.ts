import type { Plugin } from 'vite'
import { basemapData } from './basemap-data.ts'

const NAME = 'virtual:basemap'
/** Marked as nobody else's, as bundlers have it. */
const ID = `\0${NAME}`

/** Answers `virtual:basemap` with the map's data. As text within the file, for that is read faster than code. */
export function basemapPlugin(): Plugin {
  return {
    name: 'haulyard-basemap',
    resolveId: (source) => (source === NAME ? ID : null),
    load: (id) =>
      id === ID ? `export const basemap = JSON.parse(${JSON.stringify(JSON.stringify(basemapData()))})` : null,
  }
}
