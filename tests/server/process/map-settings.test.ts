import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tileOrigin } from '#server/base/map-settings.ts'
import { readConfig } from '#server/start/config.ts'
import { aTileArchive } from '#tests/support/builders/a-tile-archive.ts'
import { refusalOf } from '#tests/support/server/config-refusal.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-map-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const OSM = {
  MAP_TILES_URL: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  MAP_TILES_ATTRIBUTION: '© OpenStreetMap contributors',
}

function fileOf(name: string, bytes: Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

test('with no map settings, the map has the packaged background and pages may fetch from no other host', () => {
  const { map } = readConfig({})
  expect([map, tileOrigin(map)]).toEqual([{ kind: 'packaged' }, null])
})

test('tiles can come from another host, and pages may fetch from its origin only', () => {
  const { map } = readConfig({ ...OSM, MAP_TILES_ATTRIBUTION: '  © OpenStreetMap contributors ' })
  expect(map).toEqual({
    kind: 'tiles',
    url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    attribution: '© OpenStreetMap contributors',
    maxZoom: 19,
  })
  expect(tileOrigin(map)).toBe('https://tile.openstreetmap.org')
  expect(readConfig({ ...OSM, MAP_TILES_MAX_ZOOM: '16' }).map).toMatchObject({ maxZoom: 16 })
})

test.each([
  ['https://tiles.example.com/{z}/{y}/{x}@2x.png?key=a-b_c', 'https://tiles.example.com'],
  ['https://tiles.example.com:8443/styles/bright/{z}/{x}/{y}.webp', 'https://tiles.example.com:8443'],
  ['https://Tiles.Example.com/wmts?TileMatrix={z}&TileCol={x}&TileRow={y}', 'https://tiles.example.com'],
  ['http://localhost:8080/{z}/{x}/{y}.png', 'http://localhost:8080'],
  ['http://127.0.0.1/{z}/{x}/{y}', 'http://127.0.0.1'],
])('%s is a valid tile address', (MAP_TILES_URL, origin) => {
  expect(tileOrigin(readConfig({ ...OSM, MAP_TILES_URL }).map)).toBe(origin)
})

test.each([
  'tile.openstreetmap.org/{z}/{x}/{y}.png',
  'https://tile.openstreetmap.org/',
  'https://tile.openstreetmap.org/{z}/{x}.png',
  'https://tile.openstreetmap.org/{z}/{x}/{x}.png',
  'https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png',
  'https://tiles.example.com/{z}/{x}/{y}{r}.png',
  'https://{x}.example.com/{z}/{x}/{y}.png',
  'http://tiles.example.com/{z}/{x}/{y}.png',
  'http://localhost.example.com/{z}/{x}/{y}.png',
  'https://user:secret@tiles.example.com/{z}/{x}/{y}.png',
  'https://tiles.example.com;script-src/{z}/{x}/{y}.png',
  'https://tiles.example.com:99999/{z}/{x}/{y}.png',
  'ftp://tiles.example.com/{z}/{x}/{y}.png',
])('%s is not a valid tile address', (MAP_TILES_URL) => {
  const line = refusalOf({ ...OSM, MAP_TILES_URL })
  expect(line).toBe(
    'Bad configuration: MAP_TILES_URL must be an address like https://tiles.example.com/{z}/{x}/{y}.png.',
  )
})

test.each([
  [{ MAP_TILES_URL: OSM.MAP_TILES_URL }, 'whose map it is must be said by MAP_TILES_ATTRIBUTION.'],
  [{ ...OSM, MAP_TILES_ATTRIBUTION: '   ' }, 'MAP_TILES_ATTRIBUTION must say whose map it is.'],
  [{ ...OSM, MAP_TILES_ATTRIBUTION: '©'.repeat(201) }, 'MAP_TILES_ATTRIBUTION must have at most 200 characters.'],
  [{ ...OSM, MAP_TILES_MAX_ZOOM: '23' }, 'MAP_TILES_MAX_ZOOM must be a whole number from 1 to 22.'],
  [{ MAP_PMTILES: 'usa.mbtiles' }, 'MAP_PMTILES must be the path of a file that ends in .pmtiles.'],
  [{ MAP_PMTILES: '/nowhere/usa.pmtiles' }, 'MAP_PMTILES must be a file that this server can read.'],
])('%o stops the start with one line that names the setting', (env, said) => {
  expect(refusalOf(env)).toBe(`Bad configuration: ${said}`)
})

test('a tile archive on the disk can be the background, and needs an attribution', () => {
  const MAP_PMTILES = fileOf('usa.pmtiles', aTileArchive())
  const { map } = readConfig({ MAP_PMTILES, MAP_PMTILES_ATTRIBUTION: '© OpenStreetMap contributors' })
  expect(map).toEqual({ kind: 'pmtiles', file: MAP_PMTILES, attribution: '© OpenStreetMap contributors' })
  expect(tileOrigin(map)).toBeNull()
  expect(refusalOf({ MAP_PMTILES })).toBe('Bad configuration: whose map it is must be said by MAP_PMTILES_ATTRIBUTION.')
})

test.each([
  ['pictures', aTileArchive({ tiles: 'jpeg' }), 'whose map it is'],
  ['vector tiles', aTileArchive({ tiles: 'mvt' }), 'whose map it is'],
  ['tiles of an unsupported type', aTileArchive({ tiles: 'mlt' }), 'MAP_PMTILES must hold Mapbox vector tiles, PNG,'],
  ['an older version', aTileArchive({ version: 2 }), 'MAP_PMTILES must be a PMTiles archive of version 3'],
  ['another compression', aTileArchive({ compression: 'brotli' }), 'MAP_PMTILES must be compressed by gzip or not'],
  ['another file format', Buffer.from('SQLite format 3'), 'MAP_PMTILES must be a PMTiles archive of version 3'],
  ['nothing', Buffer.alloc(0), 'MAP_PMTILES must be a PMTiles archive of version 3'],
])('an archive of %s is accepted or refused with the reason', (_, bytes, said) => {
  expect(refusalOf({ MAP_PMTILES: fileOf('some.pmtiles', bytes) })).toContain(`Bad configuration: ${said}`)
})

test('a folder, or a file that the server’s user cannot read, is not an archive', () => {
  mkdirSync(join(folder, 'folder.pmtiles'))
  expect(refusalOf({ MAP_PMTILES: join(folder, 'folder.pmtiles') })).toContain('a file that this server can read')
  // The root user can read everything.
  if (process.getuid?.() === 0) return
  const path = fileOf('secret.pmtiles', aTileArchive())
  chmodSync(path, 0)
  expect(refusalOf({ MAP_PMTILES: path })).toContain('a file that this server can read')
})

test('two map backgrounds are refused', () => {
  const MAP_PMTILES = fileOf('both.pmtiles', aTileArchive())
  expect(refusalOf({ ...OSM, MAP_PMTILES, MAP_PMTILES_ATTRIBUTION: 'A' })).toBe(
    'Bad configuration: the map has one background: set MAP_TILES_URL or MAP_PMTILES.',
  )
})
