import { LayerGroup } from 'leaflet'
import type { Basemap } from '#contract/wire/map-settings.ts'
import type { Scheme } from '../colors-of-scheme.ts'
import { attributionHtml } from './attribution.ts'

/**
 * Tiles of an archive. The archive reader is imported when the layer is first shown. If the reader or the archive can't
 * be fetched, the packaged map shows, and the layer tries again when the network returns.
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
      // Offline, a failure is expected. Online, it is reported.
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
