import type { GridLayer as Grid, LayerGroup as Group, TileLayer as Tiles } from 'leaflet'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Basemap } from '#contract/wire/map-settings.ts'
import { pageForLeaflet } from '#tests/support/browser/page-for-leaflet.ts'
import { aTileArchive } from '#tests/support/builders/a-tile-archive.ts'

const { page, posted } = pageForLeaflet()
const { GridLayer, LayerGroup, TileLayer } = await import('leaflet')
const { baseLayers } = await import('#src/map/basemap-choice/base-layers.ts')

const OSM: Basemap = {
  kind: 'tiles',
  url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution: '© OpenStreetMap contributors',
  max_zoom: 19,
}
const ARCHIVE: Basemap = { kind: 'pmtiles', url: '/map/basemap.pmtiles', attribution: 'A & B' }
const packaged = new GridLayer()

function onlineTiles(): Tiles {
  const [lowest, tiles] = baseLayers(OSM, packaged, 'light')
  expect(lowest).toBe(packaged)
  if (!(tiles instanceof TileLayer)) throw new Error('no layer of tiles')
  return tiles
}

/** The layer of a tile archive. `network` answers its requests. */
function archiveTiles(): Group {
  const [lowest, group] = baseLayers(ARCHIVE, packaged, 'dark')
  expect(lowest).toBe(packaged)
  if (!(group instanceof LayerGroup)) throw new Error('no layer of an archive')
  return group
}
const shownLayers = (group: Group) => group.getLayers().filter((layer): layer is Grid => layer instanceof GridLayer)

const requests: string[] = []
let network: () => Response = Response.error
beforeEach(() => {
  requests.length = 0
  posted.length = 0
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return network()
  })
})
const serving = (archive: Buffer) => () => new Response(new Uint8Array(archive), { status: 206 })
const noNetwork = () => {
  throw new TypeError('Failed to fetch')
}

test('without a chosen basemap, only the packaged map is shown', () => {
  expect(baseLayers({ kind: 'packaged' }, packaged, 'light')).toEqual([packaged])
})

test('online tiles lie above the packaged map, and comply with the rules of the tile servers', () => {
  const { options } = onlineTiles()
  expect(options.referrerPolicy).toBe('strict-origin-when-cross-origin')
  expect(options.crossOrigin).toBe(false)
  expect(options.keepBuffer).toBeLessThanOrEqual(1)
  expect(options.attribution).toContain('>OpenStreetMap</a> contributors')
  expect(options.maxNativeZoom).toBe(19)
  // A layer that draws its own tiles, like the packaged map, has zIndex 1 in the same pane.
  expect(packaged.options).toHaveProperty('zIndex', 1)
  expect(options.zIndex).toBeGreaterThan(1)
})

test('failed tiles are requested again when the network returns, while they are shown', () => {
  const tiles = onlineTiles()
  const redraw = vi.spyOn(tiles, 'redraw')
  dispatchEvent(new Event('online'))
  expect(redraw).not.toHaveBeenCalled()
  tiles.fire('add')
  dispatchEvent(new Event('online'))
  expect(redraw).toHaveBeenCalledTimes(1)
  tiles.fire('remove')
  dispatchEvent(new Event('online'))
  expect(redraw).toHaveBeenCalledTimes(1)
})

function forbidden(blockedURI: string, effectiveDirective = 'img-src') {
  page.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { blockedURI, effectiveDirective }))
}

test('a page whose security policy predates these tiles is renewed once, and only for their host', () => {
  const tiles = onlineTiles()
  tiles.fire('add')
  forbidden('https://elsewhere.example/1.png')
  forbidden('https://tile.openstreetmap.org.elsewhere.example/1.png')
  forbidden('https://tile.openstreetmap.org/0/0/0.png', 'connect-src')
  expect(posted).toEqual([])
  forbidden('https://tile.openstreetmap.org')
  forbidden('https://tile.openstreetmap.org/1/0/0.png')
  expect(posted).toEqual([{ type: 'RENEW_PAGE' }])
  tiles.fire('remove')
})

test('a page that does not show the tiles is not renewed', () => {
  const tiles = onlineTiles()
  tiles.fire('add').fire('remove')
  forbidden('https://tile.openstreetmap.org/0/0/0.png')
  expect(posted).toEqual([])
})

test('an archive is opened only when it is shown, and its attribution is available before', async () => {
  network = serving(aTileArchive())
  const group = archiveTiles()
  expect(requests).toEqual([])
  expect(group.options.attribution).toBe('A &amp; B')
  group.fire('add')
  await expect.poll(() => shownLayers(group)).toHaveLength(1)
  expect(requests).toEqual(['https://yard.example/map/basemap.pmtiles'])
  expect(shownLayers(group)[0]?.options).toMatchObject({ maxNativeZoom: 0, keepBuffer: 1, zIndex: 2 })
  group.fire('remove')
})

test('an archive is opened once, no matter how often the network returns meanwhile', async () => {
  network = serving(aTileArchive())
  const group = archiveTiles()
  group.fire('add')
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('online'))
  await expect.poll(() => shownLayers(group)).not.toHaveLength(0)
  dispatchEvent(new Event('online'))
  expect([requests.length, shownLayers(group).length]).toEqual([1, 1])
  group.fire('remove')
})

test('an archive of vector tiles is drawn without a background that would hide the packaged map', async () => {
  network = serving(aTileArchive({ tiles: 'mvt' }))
  const group = archiveTiles()
  group.fire('add')
  await expect.poll(() => shownLayers(group)).toHaveLength(1)
  expect(shownLayers(group)[0]).toMatchObject({ backgroundColor: undefined, options: { zIndex: 2, maxDataZoom: 0 } })
  // The attribution is already on the group.
  expect(shownLayers(group)[0]?.getAttribution?.()).toBe('')
  group.fire('remove')
})

test('an unreachable archive leaves the packaged map, and is opened when the network returns', async () => {
  network = noNetwork
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  const group = archiveTiles()
  group.fire('add')
  await expect.poll(() => requests).toHaveLength(1)
  network = serving(aTileArchive())
  const reconnected = () => {
    dispatchEvent(new Event('online'))
    return shownLayers(group)
  }
  await expect.poll(reconnected).toHaveLength(1)
  group.fire('remove')
})

test('an archive that fails although the network works is reported as an error', async () => {
  network = () => new Response(null, { status: 500 })
  const faults = vi.fn()
  vi.stubGlobal('reportError', faults)
  const group = archiveTiles()
  group.fire('add')
  await expect
    .poll(() => faults)
    .toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringMatching(/500/) }))
  expect(shownLayers(group)).toEqual([])
  group.fire('remove')
})
