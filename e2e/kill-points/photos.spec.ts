import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type PersonsBrowser, startBrowser } from '#e2e/support/browser.ts'
import { bytesOf } from '#e2e/support/company/inspections.ts'
import { expect } from '#e2e/support/expect.ts'
import { openInspections, PHOTOS, type WaitingReport } from '#e2e/support/files/dead-zone-reports.ts'
import { reportsOf, SIDE } from '#e2e/support/files/yard-report.ts'
import { test as atOwnServer } from '#e2e/support/fixtures.ts'
import { HALTS, haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import type { Server } from '#e2e/support/server/server.ts'
import type { Call, Trouble, UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** The most bytes that one call of an upload carries. */
const PART_BYTES = 256 * 1024

const isCreate = ({ method, path }: Call) => method === 'POST' && path === '/api/maintenance/inspections/'
const uploadIn = ({ method, path }: Call) =>
  method === 'PATCH' ? (/^\/api\/uploads\/([0-9a-f-]+)\//.exec(path)?.[1] ?? null) : null

/** How often parts of each upload were sent, in the order of their beginning. */
function partsSent(network: UnreliableProxy): ReadonlyMap<string, number> {
  const parts = new Map<string, number>()
  for (const call of network.calls()) {
    const [method = '', path = ''] = call.split(' ')
    const upload = uploadIn({ method, path })
    if (upload !== null) parts.set(upload, (parts.get(upload) ?? 0) + 1)
  }
  return parts
}

/** Two devices of two people that died with a report each, the network before them, and the server that judges. */
interface Two {
  readonly devices: readonly [PersonsBrowser, PersonsBrowser]
  readonly reports: readonly [WaitingReport, WaitingReport]
  readonly network: UnreliableProxy
  readonly api: Api
  readonly server: Server
}
const test = atOwnServer.extend<{ readonly two: Two }>({
  two: async ({ server, network, deadDevices: [first, second] }, use) => {
    const start = (copyOf: string) => startBrowser({ url: network.url, copyOf, scripts: [HALTS] })
    const devices = [await start(first.profile), await start(second.profile)] as const
    const reports = [first.report, second.report] as const
    await use({ devices, reports, network, api: await apiAs(server, 'admin'), server })
    for (const device of devices) await device.dispose()
  },
})

/** Each report is at the server once, with its four photos, all of them different and whole. */
async function areThereOnce({ reports, api, server }: Two): Promise<void> {
  for (const report of reports) {
    const rows = await reportsOf(api, report)
    expect(rows).toHaveLength(1)
    const attachments = rows[0]?.attachments ?? []
    expect(attachments.map(({ name }) => name)).toEqual(report.photos.map((name) => name.replace('.png', '.jpg')))
    const hashes = await Promise.all(
      attachments.map(async ({ file, file_size }) => {
        const bytes = await bytesOf(server, file)
        const { width, height } = await sharp(bytes).metadata()
        expect([bytes.length, width, height]).toEqual([file_size, SIDE, SIDE])
        return createHash('sha256').update(bytes).digest('hex')
      }),
    )
    expect(new Set(hashes).size).toBe(PHOTOS)
  }
}

/** Both come back to a network that is not well for some calls; answers their pages. */
async function comeBack({ devices, network }: Two, trouble: Trouble, concerns: (call: Call) => boolean) {
  network.set(trouble, concerns)
  const pages: Page[] = []
  for (const device of devices) pages.push(await openInspections(device))
  return pages
}

/** Brings both devices back on a good network, and waits until all is sent: it is there once. */
async function goOn(two: Two): Promise<void> {
  two.network.set('none')
  for (const device of two.devices) {
    await device.kill()
    await device.relaunch()
  }
  await areSent(two)
}

/** Waits until the server has the reports, whatever the devices know of it. */
async function areMade({ reports, api }: Two): Promise<void> {
  for (const report of reports)
    await expect.poll(async () => (await reportsOf(api, report)).length, { timeout: 30_000 }).toBe(1)
}

/** Waits until the server has the reports, and both devices know it: one that has just been started knows nothing yet. */
async function areSent(two: Two): Promise<void> {
  for (const device of two.devices) await openInspections(device)
  await areMade(two)
  for (const device of two.devices) await nothingWaits(device.page())
  await areThereOnce(two)
}

test('K12: four photos on each of two devices that died before anything was sent come once', async ({ two }) => {
  for (const page of await comeBack(two, 'down', (call) => uploadIn(call) !== null || isCreate(call)))
    await changesWaiting(page, 1)
  await goOn(two)
})

test('K12: photos that were cut in the middle of the third go on there: the first two are never sent again', async ({
  two,
}) => {
  const { network, api, reports, devices } = two
  const [device] = devices
  const parts = new Map<string, number>()
  network.set('down', (call) => {
    const upload = uploadIn(call)
    if (upload === null) return isCreate(call)
    const isThird = [...parts.keys()].indexOf(upload) === 2 || (!parts.has(upload) && parts.size === 2)
    parts.set(upload, (parts.get(upload) ?? 0) + 1)
    return isThird && (parts.get(upload) ?? 0) > 1
  })
  await openInspections(device)
  await expect.poll(() => [...parts.values()][2] ?? 0, { timeout: 30_000 }).toBeGreaterThan(1)
  const [first, second, third] = [...parts.keys()]
  await device.kill()
  const sent = partsSent(network)
  network.set('none')
  await device.relaunch()
  await areSent(two)
  const after = partsSent(network)
  for (const whole of [first, second]) expect(after.get(whole ?? '')).toBe(sent.get(whole ?? ''))
  const [row] = await reportsOf(api, reports[0])
  const size = row?.attachments.find(({ client_id }) => client_id === third)?.file_size ?? 0
  const lost = (sent.get(third ?? '') ?? 0) - 1
  expect((after.get(third ?? '') ?? 0) - lost).toBe(Math.ceil(size / PART_BYTES))
})

test('K12: reports that were made, and whose answers were cut, are made once', async ({ two }) => {
  await comeBack(two, 'cut_after_commit', isCreate)
  await areMade(two)
  const before = partsSent(two.network)
  await goOn(two)
  expect(partsSent(two.network)).toEqual(before)
})

test('K12: answers that were read and not yet written down are asked for again, and nothing comes twice', async ({
  two,
}) => {
  const pages = await comeBack(two, 'down', isCreate)
  for (const page of pages) await haltAt(page, { at: 'store.put', store: 'fates', state: 'done', how: 'hang' })
  two.network.set('none')
  for (const page of pages) await reachedHalt(page)
  await goOn(two)
})
