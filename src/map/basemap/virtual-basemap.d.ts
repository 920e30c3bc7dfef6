/** Generated during the build by `scripts/build/basemap-plugin.ts`. */
declare module 'virtual:basemap' {
  import type { EncodedBasemap } from '#src/map/basemap/encoded-basemap.ts'

  export const basemap: EncodedBasemap
}
