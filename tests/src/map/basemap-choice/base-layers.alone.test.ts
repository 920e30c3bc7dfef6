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

/** The layer of an archive, which the network serves as long as it is there. */
function archiveTiles(): Group {
  const [lowest, group] = baseLayers(ARCHIVE, packaged, 'dark')
  expect(lowest).toBe(packaged)
  if (!(group instanceof LayerGroup)) throw new Error('no layer of an archive')
  return group
}
const shown = (group: Group) => group.getLayers().filter((layer): layer is Grid => layer instanceof GridLayer)

const asked: string[] = []
let network: () => Response = Response.error
beforeEach(() => {
  asked.length = 0
  posted.length = 0
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return network()
  })
})
const serving = (archive: Buffer) => () => new Response(new Uint8Array(archive), { status: 206 })
const nothing = () => {
  throw new TypeError('Failed to fetch')
}

test('with nothing chosen there is the packaged map alone', () => {
  expect(baseLayers({ kind: 'packaged' }, packaged, 'light')).toEqual([packaged])
})

test('tiles from elsewhere lie upon the packaged map, and keep to the rules of their servers', () => {
  const { options } = onlineTiles()
  expect(options.referrerPolicy).toBe('strict-origin-when-cross-origin')
  expect(options.crossOrigin).toBe(false)
  expect(options.keepBuffer).toBeLessThanOrEqual(1)
  expect(options.attribution).toContain('>OpenStreetMap</a> contributors')
  expect(options.maxNativeZoom).toBe(19)
  // A layer that draws tiles itself, as the packaged map is, has 1 in the same pane.
  expect(packaged.options).toHaveProperty('zIndex', 1)
  expect(options.zIndex).toBeGreaterThan(1)
})

test('tiles that could not be had are asked for again when the network is back, while they are shown', () => {
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

test('a page of before these tiles were chosen is fetched anew, once, and for them alone', () => {
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

test('who doesn’t look at the tiles asks for no other page', () => {
  const tiles = onlineTiles()
  tiles.fire('add').fire('remove')
  forbidden('https://tile.openstreetmap.org/0/0/0.png')
  expect(posted).toEqual([])
})

test('an archive is opened when it is shown and not before, and whose it is stands there at once', async () => {
  network = serving(aTileArchive())
  const group = archiveTiles()
  expect(asked).toEqual([])
  expect(group.options.attribution).toBe('A &amp; B')
  group.fire('add')
  await expect.poll(() => shown(group)).toHaveLength(1)
  expect(asked).toEqual(['https://yard.example/map/basemap.pmtiles'])
  expect(shown(group)[0]?.options).toMatchObject({ maxNativeZoom: 0, keepBuffer: 1, zIndex: 2 })
  group.fire('remove')
})

test('an archive is opened once, however often the network comes back meanwhile', async () => {
  network = serving(aTileArchive())
  const group = archiveTiles()
  group.fire('add')
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('online'))
  await expect.poll(() => shown(group)).not.toHaveLength(0)
  dispatchEvent(new Event('online'))
  expect([asked.length, shown(group).length]).toEqual([1, 1])
  group.fire('remove')
})

test('an archive of vector tiles is drawn, without a ground that would hide the packaged map', async () => {
  network = serving(aTileArchive({ tiles: 'mvt' }))
  const group = archiveTiles()
  group.fire('add')
  await expect.poll(() => shown(group)).toHaveLength(1)
  expect(shown(group)[0]).toMatchObject({ backgroundColor: undefined, options: { zIndex: 2, maxDataZoom: 0 } })
  // Whose map it is stands at the group already.
  expect(shown(group)[0]?.getAttribution?.()).toBe('')
  group.fire('remove')
})

test('an archive that can’t be had leaves the packaged map, and is opened once there is a network', async () => {
  network = nothing
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  const group = archiveTiles()
  group.fire('add')
  await expect.poll(() => asked).toHaveLength(1)
  network = serving(aTileArchive())
  const reconnected = () => {
    dispatchEvent(new Event('online'))
    return shown(group)
  }
  await expect.poll(reconnected).toHaveLength(1)
  group.fire('remove')
})

test('an archive that can’t be had although there is a network is a fault that shows', async () => {
  network = () => new Response(null, { status: 500 })
  const faults = vi.fn()
  vi.stubGlobal('reportError', faults)
  const group = archiveTiles()
  group.fire('add')
  await expect
    .poll(() => faults)
    .toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringMatching(/500/) }))
  expect(shown(group)).toEqual([])
  group.fire('remove')
})
