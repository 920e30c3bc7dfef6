import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { startBrowser, type UserBrowser } from '#e2e/support/browser.ts'
import { bytesOf, dialogNamed } from '#e2e/support/company/inspections.ts'
import { test as inShop } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'
import { openInspections, PHOTO_COUNT, type WaitingReport } from '#e2e/support/files/dead-zone-reports.ts'
import { newReport, newReportFiles, openNewReport } from '#e2e/support/files/new-report.ts'
import { PHOTO_SIDE, serverReports } from '#e2e/support/files/yard-report.ts'
import { test as atOwnServer } from '#e2e/support/fixtures.ts'
import { HALTS_SCRIPT, haltAt, reachedHalt } from '#e2e/support/page/halts.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import type { Server } from '#e2e/support/server/server.ts'
import type { Call, Trouble, UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

/** The most bytes that one upload call carries. */
const PART_BYTES = 256 * 1024

const isCreate = ({ method, path }: Call) => method === 'POST' && path === '/api/maintenance/inspections/'
const uploadIn = ({ method, path }: Call) =>
  method === 'PATCH' ? (/^\/api\/uploads\/([0-9a-f-]+)\//.exec(path)?.[1] ?? null) : null

/** How many parts of each upload were sent, in the order in which the uploads began. */
function partsSent(network: UnreliableProxy): ReadonlyMap<string, number> {
  const parts = new Map<string, number>()
  for (const call of network.calls()) {
    const [method = '', path = ''] = call.split(' ')
    const upload = uploadIn({ method, path })
    if (upload !== null) parts.set(upload, (parts.get(upload) ?? 0) + 1)
  }
  return parts
}

/** Two devices of two users, each killed with one unsent report, the network in front of them, and the server. */
interface TwoDevices {
  readonly devices: readonly [UserBrowser, UserBrowser]
  readonly reports: readonly [WaitingReport, WaitingReport]
  readonly network: UnreliableProxy
  readonly api: Api
  readonly server: Server
}
const test = atOwnServer.extend<{ readonly two: TwoDevices }>({
  two: async ({ server, network, deadDevices: [first, second] }, use) => {
    const start = (copyOf: string) => startBrowser({ url: network.url, copyOf, scripts: [HALTS_SCRIPT] })
    const devices = [await start(first.profile), await start(second.profile)] as const
    const reports = [first.report, second.report] as const
    await use({ devices, reports, network, api: await apiAs(server, 'admin'), server })
    for (const device of devices) await device.dispose()
  },
})

/** Each report is on the server once, with its four photos, all complete and all different. */
async function expectStoredOnce({ reports, api, server }: TwoDevices): Promise<void> {
  for (const report of reports) {
    const rows = await serverReports(api, report)
    expect(rows).toHaveLength(1)
    const attachments = rows[0]?.attachments ?? []
    expect(attachments.map(({ name }) => name)).toEqual(report.photos.map((name) => name.replace('.png', '.jpg')))
    const hashes = await Promise.all(
      attachments.map(async ({ file, file_size }) => {
        const bytes = await bytesOf(server, file)
        const { width, height } = await sharp(bytes).metadata()
        expect([bytes.length, width, height]).toEqual([file_size, PHOTO_SIDE, PHOTO_SIDE])
        return createHash('sha256').update(bytes).digest('hex')
      }),
    )
    expect(new Set(hashes).size).toBe(PHOTO_COUNT)
  }
}

/** Opens the inspections on both devices, with a network that fails for some calls. Returns the pages. */
async function openInspectionsOnBoth(
  { devices, network }: TwoDevices,
  trouble: Trouble,
  concerns: (call: Call) => boolean,
) {
  network.set(trouble, concerns)
  const pages: Page[] = []
  for (const device of devices) pages.push(await openInspections(device))
  return pages
}

/** Restarts both devices on a good network, waits until all is sent, and expects each report once. */
async function restartAndSendAll(two: TwoDevices): Promise<void> {
  two.network.set('none')
  for (const device of two.devices) {
    await device.kill()
    await device.relaunch()
  }
  await waitUntilSent(two)
}

/** Waits until the server has the reports, even if the devices don't know it. */
async function waitUntilCreated({ reports, api }: TwoDevices): Promise<void> {
  for (const report of reports)
    await expect.poll(async () => (await serverReports(api, report)).length, { timeout: 30_000 }).toBe(1)
}

/**
 * Opens both devices, waits until the server has the reports, then until no change waits on the devices: a device that
 * was just started might not have read its outbox. Expects each report once.
 */
async function waitUntilSent(two: TwoDevices): Promise<void> {
  for (const device of two.devices) await openInspections(device)
  await waitUntilCreated(two)
  for (const device of two.devices) await nothingWaits(device.page())
  await expectStoredOnce(two)
}

test('K12: four photos on each of two devices that died before anything was sent arrive once', async ({ two }) => {
  for (const page of await openInspectionsOnBoth(two, 'down', (call) => uploadIn(call) !== null || isCreate(call)))
    await changesWaiting(page, 1)
  await restartAndSendAll(two)
})

test('K12: an upload that is cut in the middle of the third photo resumes there; the first two are never sent again', async ({
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
  await waitUntilSent(two)
  const after = partsSent(network)
  for (const whole of [first, second]) expect(after.get(whole ?? '')).toBe(sent.get(whole ?? ''))
  const [row] = await serverReports(api, reports[0])
  const size = row?.attachments.find(({ client_id }) => client_id === third)?.file_size ?? 0
  const lost = (sent.get(third ?? '') ?? 0) - 1
  expect((after.get(third ?? '') ?? 0) - lost).toBe(Math.ceil(size / PART_BYTES))
})

test('K12: reports that were created but whose responses were cut are created once, and no photo is sent again', async ({
  two,
}) => {
  await openInspectionsOnBoth(two, 'cut_after_commit', isCreate)
  await waitUntilCreated(two)
  const before = partsSent(two.network)
  await restartAndSendAll(two)
  expect(partsSent(two.network)).toEqual(before)
})

test('K12: responses that were read but not stored are requested again, and nothing arrives twice', async ({ two }) => {
  const pages = await openInspectionsOnBoth(two, 'down', isCreate)
  for (const page of pages) await haltAt(page, { at: 'store.put', store: 'fates', state: 'done', how: 'hang' })
  two.network.set('none')
  for (const page of pages) await reachedHalt(page)
  await restartAndSendAll(two)
})

/** Runs in the page before the app. Photos are never shrunk: the worker that does it gets no work. */
function shrinkNothing(): void {
  const Started = globalThis.Worker
  globalThis.Worker = class extends Started {
    readonly #isOfPhotos: boolean
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.#isOfPhotos = String(url).includes('photo-worker')
    }
    override postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
      if (!this.#isOfPhotos) super.postMessage(message, options as StructuredSerializeOptions)
    }
  }
}

inShop(
  'K18: two photos of an open camera are in the draft after a crash that comes before they are shrunk',
  async ({ shop }) => {
    const page = shop.page()
    await page.addInitScript(shrinkNothing)
    await openNewReport(page)
    await newReport(page).getByRole('button', { name: 'Take photos' }).click()
    const camera = dialogNamed(page, 'Take photos')
    const shutter = camera.getByRole('button', { name: 'Take a photo' })
    for (const count of [1, 2]) {
      await expect(shutter).not.toHaveAttribute('aria-disabled', 'true')
      await shutter.click()
      await expect(camera.getByRole('img', { name: /is saved on this device$/ })).toHaveCount(count)
    }
    await shop.kill()
    await shop.relaunch()

    const again = shop.page()
    await again.goto('/maintenance')
    const offer = again.getByRole('region', { name: 'Not saved yet' })
    await offer.getByRole('button', { name: 'Continue' }).click()
    const lines = newReportFiles(again).getByRole('listitem')
    await expect(lines).toHaveCount(2)
    await expect(lines.filter({ hasText: 'Ready' })).toHaveCount(2)
  },
)
