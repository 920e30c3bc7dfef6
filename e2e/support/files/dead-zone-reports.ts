import { cpSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { atServer } from '#e2e/support/device/prepared-device.ts'
import { changesWaiting, savedForOffline } from '#e2e/support/page/screens.ts'
import { apiAs } from '#e2e/support/server/api.ts'
import { madeOnce } from '#e2e/support/server/run-folder.ts'
import type { Account } from '#e2e/support/server/server.ts'
import { type PersonsBrowser, startBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { aYardReport, makeReport } from './yard-report.ts'

/** A report that waits on a device: the unit, the note that tells it apart, and what its photos are called there. */
export interface WaitingReport {
  readonly unit: string
  readonly note: string
  readonly photos: readonly string[]
}

/** The profile of a device that died in a dead zone before it had sent a report. To be copied. */
export interface DeadDevice {
  readonly profile: string
  readonly report: WaitingReport
}

/** Of each report. */
export const PHOTOS = 4

/** Opens the inspections on a device. */
export async function openInspections(device: PersonsBrowser): Promise<Page> {
  const page = device.page()
  await page.goto('/maintenance')
  await expect(page.getByRole('tab', { name: /^Upcoming/ })).toBeVisible()
  return page
}

/**
 * The device of somebody who has looked a truck over where there is no network, and which died then. It is made once a run,
 * at a server of its own, and no other server knows of the report.
 * @param of the profile of the used device to begin with, and which truck of the demo company it is
 */
export async function deadDevice(
  account: Account,
  of: { readonly copyOf: string; readonly truck: number },
): Promise<DeadDevice> {
  const folder = await madeOnce(`dead-device-of-${account}`, async (draft) => {
    await atServer(async (network, server) => {
      const admin = await apiAs(server, 'admin')
      const trucks = await admin.get<{ readonly results: readonly { readonly id: string }[] }>('/api/trucks/mini-list/')
      const truck = trucks.results[of.truck]
      if (!truck) throw new Error(`the demo company has no truck number ${of.truck}`)
      const report = aYardReport(truck.id, PHOTOS)
      const device = await startBrowser({ url: network.url, copyOf: of.copyOf })
      await savedForOffline(device.page())
      const page = await openInspections(device)
      network.set('down')
      // What tells of it comes above the page, and would move the button away under the pointer.
      await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
      await makeReport(page, report)
      await changesWaiting(page, 1)
      await expect(page.getByText(report.unit).first()).toBeVisible()
      await device.kill()
      // The lock of a browser that was killed names a folder that the copy is not.
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
