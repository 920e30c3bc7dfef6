import { LayerGroup } from 'leaflet'
import type { Basemap } from '#contract/wire/map-settings.ts'
import type { Scheme } from '../colors-of-scheme.ts'
import { attributionHtml } from './attribution.ts'

/**
 * Tiles of an archive. What reads it is fetched when the layer is first shown, and by nobody else; where that or the archive
 * can't be had the packaged map shows, until there is a network.
 */
export function archiveTiles({ url, attribution }: Extract<Basemap, { kind: 'pmtiles' }>, scheme: Scheme): LayerGroup {
  const group = new LayerGroup([], { attribution: attributionHtml(attribution) })
  let isAsked = false
  const open = async () => {
    if (isAsked) return
    isAsked = true
    try {
      const { openArchive } = await import('./tile-archive.ts')
      group.addLayer(await openArchive(url, scheme))
    } catch (error) {
      isAsked = false
      // Without a network that was to be expected; with one, somebody should see it.
      if (navigator.onLine) reportError(error)
    }
  }
  const openNow = () => void open()
  group.on('add', () => {
    openNow()
    window.addEventListener('online', openNow)
  })
  group.on('remove', () => window.removeEventListener('online', openNow))
  return group
}
