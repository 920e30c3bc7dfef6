import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTileArchive } from '#tests/support/builders/a-tile-archive.ts'
import { placeEmbedded } from '#tests/support/embedded-snapshot.ts'
import { portOf, startServer } from '#tests/support/server/server-process.ts'

const SECRET = '8cbd43f98ba1e33c28c9'
let folder = ''
const settings = () => ({
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  DEMO: 'off',
  MAP_PMTILES: join(folder, 'a.pmtiles'),
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-outside-'))
  await placeEmbedded(join(folder, 'data'))
  writeFileSync(join(folder, 'a.pmtiles'), aTileArchive())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the map archive and the webhook secret that the operator sets reach the running server', async () => {
  const server = startServer({
    ...settings(),
    MAP_PMTILES_ATTRIBUTION: '© OpenStreetMap contributors',
    TELEMATICS_PROVIDER: 'motive',
    MOTIVE_API_KEY: 'a-key-of-motive',
    MOTIVE_BASE_URL: 'http://127.0.0.1:9',
    MOTIVE_WEBHOOK_SECRET: SECRET,
  })
  const site = `http://127.0.0.1:${await portOf(server)}`
  const archive = await fetch(`${site}/map/basemap.pmtiles`, { headers: { range: 'bytes=0-6' } })
  expect([archive.status, await archive.text()]).toEqual([206, 'PMTiles'])
  const body = '{"action":"test"}'
  const statusOf = async (secret: string) => {
    const headers = { 'x-kt-webhook-signature': createHmac('sha1', secret).update(body).digest('hex') }
    return (await fetch(`${site}/api/gomotive/webhook/`, { method: 'POST', headers, body })).status
  }
  expect([await statusOf(SECRET), await statusOf('guessed')]).toEqual([200, 403])
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('a background file that is not a map stops the start with one line', async () => {
  writeFileSync(join(folder, 'b.pmtiles'), 'no map')
  const server = startServer({ ...settings(), MAP_PMTILES: join(folder, 'b.pmtiles') })
  expect(await server.ended).toBe(1)
  expect(server.errors()).toBe('Bad configuration: MAP_PMTILES must be a PMTiles archive of version 3.\n')
})
