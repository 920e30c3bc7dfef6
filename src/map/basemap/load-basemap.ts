/// <reference path="./virtual-basemap.d.ts" />
import { type Basemap, decodeBasemap } from './basemap.ts'

let known: Promise<Basemap> | null = null

/**
 * Loads the basemap's data from its own file, only for pages that show a map. After a failure, the next call retries.
 */
export function loadBasemap(): Promise<Basemap> {
  known ??= import('virtual:basemap').then(
    ({ basemap }) => decodeBasemap(basemap),
    (error: unknown) => {
      known = null
      throw error
    },
  )
  return known
}
