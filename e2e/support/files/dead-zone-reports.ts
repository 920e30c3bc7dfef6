import { cpSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { withServer } from '#e2e/support/device/prepared-device.ts'
import { changesWaiting, savedForOffline } from '#e2e/support/page/screens.ts'
import { apiAs } from '#e2e/support/server/api.ts'
import { buildOncePerRun } from '#e2e/support/server/run-folder.ts'
import type { Account } from '#e2e/support/server/server.ts'
import { startBrowser, type UserBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { aYardReport, submitReport } from './yard-report.ts'

/** A report that waits on a device: its unit, its unique note, and the names of its photos there. */
export interface WaitingReport {
  readonly unit: string
  readonly note: string
  readonly photos: readonly string[]
}

/** The profile of a device that died in a dead zone before it sent a report. Tests start browsers on copies of it. */
export interface DeadDevice {
  readonly profile: string
  readonly report: WaitingReport
}

/** The number of photos in each report. */
export const PHOTO_COUNT = 4

/** Opens the inspections on a device. */
export async function openInspections(device: UserBrowser): Promise<Page> {
  const page = device.page()
  await page.goto('/maintenance')
  await expect(page.getByRole('tab', { name: /^Upcoming/ })).toBeVisible()
  return page
}

/**
 * A device that died before it sent a report: its user inspected a truck where there is no network. It is prepared once
 * per run at its own server, and no other server has the report.
 * @param of the profile of the used device to start with, and the index of the truck in the demo company
 */
export async function deadDevice(
  account: Account,
  of: { readonly copyOf: string; readonly truck: number },
): Promise<DeadDevice> {
  const folder = await buildOncePerRun(`dead-device-of-${account}`, async (draft) => {
    await withServer(async (network, server) => {
      const admin = await apiAs(server, 'admin')
      const trucks = await admin.get<{ readonly results: readonly { readonly id: string }[] }>('/api/trucks/mini-list/')
      const truck = trucks.results[of.truck]
      if (!truck) throw new Error(`the demo company has no truck number ${of.truck}`)
      const report = aYardReport(truck.id, PHOTO_COUNT)
      const device = await startBrowser({ url: network.url, copyOf: of.copyOf })
      await savedForOffline(device.page())
      const page = await openInspections(device)
      network.set('down')
      // The offline notice appears above the page and would otherwise move the button away from the pointer.
      await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
      await submitReport(page, report)
      await changesWaiting(page, 1)
      await expect(page.getByText(report.unit).first()).toBeVisible()
      await device.kill()
      // A killed browser leaves a lock, which would be wrong in a copy.
      const filter = (path: string) => !basename(path).startsWith('Singleton')
      cpSync(device.profile, join(draft, 'profile'), { recursive: true, filter })
      await device.dispose()
      const photos = report.photos.map(({ name }) => name)
      await writeFile(join(draft, 'report.json'), JSON.stringify({ unit: report.unit, note: report.note, photos }))
    })
  })
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as WaitingReport
  return { profile: join(folder, 'profile'), report }
}
