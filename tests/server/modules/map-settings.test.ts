import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MapSettings } from '#server/base/map-settings.ts'
import { aTileArchive } from '#tests/support/builders/a-tile-archive.ts'
import { testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const ATTRIBUTION = '© OpenStreetMap contributors'
const TILES = { kind: 'tiles', url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: ATTRIBUTION } as const
let appDir = ''
const archive = () => join(appDir, 'usa.pmtiles')
beforeAll(() => {
  appDir = mkdtempSync(join(tmpdir(), 'haulyard-app-'))
  writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>Haulyard</title>')
  writeFileSync(archive(), aTileArchive())
})
afterAll(() => rmSync(appDir, { recursive: true }))

/** What the server returns with these settings: to a dispatcher, in the page's policy, and for the archive. */
async function fetchMapSettings(map: MapSettings) {
  const site = await testApp({ map, appDir })
  const person = await site.as(await hire(site.db, { role: 'dispatcher', view: ['drivers'] }))
  const { body } = await person('GET', '/api/map-settings/')
  const page = await site.signedOut('GET', '/map')
  const archive = await site.signedOut('GET', '/map/basemap.pmtiles', { headers: { range: 'bytes=0-6' } })
  await site.close()
  const images = /img-src ([^;]*)/.exec(String(page.headers['content-security-policy']))?.[1]
  return { body, images, archive: [archive.status, archive.text] }
}

test('without settings, the map gets the packaged background, and no archive is served', async () => {
  expect(await fetchMapSettings({ kind: 'packaged' })).toEqual({
    body: { basemap: { kind: 'packaged' } },
    images: `'self' data: blob:`,
    archive: [404, 'Not found.\n'],
  })
})

test('with tiles from another server, the map gets their settings, and the page may load them', async () => {
  expect(await fetchMapSettings({ ...TILES, maxZoom: 17 })).toEqual({
    body: { basemap: { ...TILES, max_zoom: 17 } },
    images: `'self' data: blob: https://tiles.example.com`,
    archive: [404, 'Not found.\n'],
  })
})

test('an archive is served to everyone from its own address, without revealing its path on disk', async () => {
  expect(await fetchMapSettings({ kind: 'pmtiles', file: archive(), attribution: ATTRIBUTION })).toEqual({
    body: { basemap: { kind: 'pmtiles', url: '/map/basemap.pmtiles', attribution: ATTRIBUTION } },
    images: `'self' data: blob:`,
    archive: [206, 'PMTiles'],
  })
})
