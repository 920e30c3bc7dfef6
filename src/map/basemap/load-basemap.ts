/// <reference path="./virtual-basemap.d.ts" />
import { type Basemap, decodeBasemap } from './basemap.ts'

let known: Promise<Basemap> | null = null

/** The basemap's data: a file of its own, fetched by whoever shows a map and by nobody else. A load that failed is tried again. */
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
