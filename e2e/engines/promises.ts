import { writeFileSync } from 'node:fs'
import { expect } from '#e2e/support/expect.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'
import { changesWaiting, firstDrivers, PAGES, readyForOffline, setStatus, waitUntilSettled } from './actions.ts'
import type { Engine } from './driver/engine-browser.ts'
import { type EnginePage, KEYS } from './driver/engine-page.ts'
import { test } from './fixtures.ts'
import { expectVisibleFocusOn } from './focus.ts'

/** Plans two days by keyboard: the arrow moves to the next cell, and each letter sets a status. */
async function planTwoDays(page: EnginePage): Promise<void> {
  await page.click('link', /^Schedule/)
  await page.click('tab', 'Edit')
  await page.click('gridcell', undefined, { at: 15 })
  await page.until(() => document.activeElement?.getAttribute('aria-selected') === 'true')
  const focusedCell = () =>
    page.run(() => {
      const { activeElement } = document
      return `${(activeElement as HTMLElement).dataset.column} ${activeElement?.textContent}`
    })
  const press = async (keys: string) => {
    const before = await focusedCell()
    await page.press([keys])
    await expect.poll(focusedCell).not.toBe(before)
  }
  const plan = async () => press(/Vacation/.test(await focusedCell()) ? 's' : 'v')
  await plan()
  await press(KEYS.right)
  await plan()
}

async function reportInspection(page: EnginePage, { career, photo }: { career: string; photo: string }): Promise<void> {
  await page.click('button', /^More/)
  await page.click('menuitem', 'Maintenance')
  await page.click('button', 'Add Inspection')
  await page.click('button', /^Vehicle or asset: /)
  await page.click('option', /^1001/)
  await page.click('button', /^Fleet manager: /)
  await page.click('option')
  for (const [label, value] of [
    ['Service type', 'oil_change'],
    ['Report type', 'no_defect'],
  ] as const) {
    await page.run(
      (title, chosen) => {
        const select = [...document.querySelectorAll('select')].find(({ labels }) =>
          labels[0]?.textContent?.startsWith(title),
        )
        if (!select) throw new Error(`no field ${title}`)
        // Does the same as the browser's own list, which no driver can open in both engines.
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, chosen)
        select.dispatchEvent(new Event('change', { bubbles: true }))
      },
      label,
      value,
    )
  }
  await page.fill('Shop or carrier', career)
  await page.fill('Total cost ($)', '12.5')
  await page.chooseFile('[role=dialog] input[type=file][multiple]', photo)
  await page.until(() => /Ready/.test(document.querySelector('[role=dialog]')?.textContent ?? ''))
  await page.click('checkbox', /^Fleet manager approval/)
  await page.click('button', 'Add Inspection', { at: -1 })
  await page.waitUntilGone('dialog')
}

export function testPromises(engine: Engine): void {
  test(`${engine} shows every page with its heading and a visible focus at every stop, and no page scrolls sideways`, async ({
    tab: page,
    device,
  }) => {
    for (const path of PAGES) {
      await page.open(path)
      expect(await waitUntilSettled(page), path).toBe(0)
      await expectVisibleFocusOn(page, path)
    }
    await page.goInHistory(-1)
    await expect.poll(() => page.path()).toBe(PAGES.at(-2))
    await waitUntilSettled(page)
    await page.goInHistory(1)
    await expect.poll(() => page.path()).toBe(PAGES.at(-1))
    await waitUntilSettled(page)
    expect(await device.consoleErrors()).toEqual([])
  })

  test(`${engine} leaves no gap above a list when a tablet is turned`, async ({ tab: page }) => {
    const heightOfHead = () => document.querySelector('main header')?.getBoundingClientRect().height ?? 0
    await page.resize(1180, 820)
    await page.open('/drivers')
    await waitUntilSettled(page)
    const wide = await page.run(heightOfHead)
    await page.resize(820, 1180)
    await page.open('/drivers')
    await waitUntilSettled(page)
    expect(await page.run(heightOfHead)).toBeGreaterThan(wide)
    await page.resize(1180, 820)
    await expect.poll(() => page.run(() => innerWidth)).toBe(1180)
    expect(await page.run(heightOfHead)).toBe(wide)
  })

  test(`${engine} shows a colleague’s change and the change of a second tab without a reload`, async ({
    tab: page,
    device,
    api,
  }) => {
    const [driver] = await firstDrivers(api)
    await page.open('/drivers')
    await page.find('button', `Status of ${driver.name}: On The Road`)
    expect(await api.patch(`/api/drivers/${driver.id}/`, { status: 'detention__layover' })).toBe(200)
    await page.find('button', `Status of ${driver.name}: Detention / Layover`)
    const tab = await device.openTab()
    await page.open('/drivers')
    await setStatus(page, driver.name, 'On The Road')
    await changesWaiting(page, 0)
    await tab.first()
    await page.find('button', `Status of ${driver.name}: On The Road`)
    expect(await device.consoleErrors()).toEqual([])
  })

  test(`${engine} works offline, survives a kill while offline, and sends each change once`, async ({
    device,
    network,
    api,
  }, info) => {
    const [driver] = await firstDrivers(api)
    const photo = info.outputPath('door.png')
    writeFileSync(photo, aPicture(400))
    const career = `Joliet Truck Care, ${engine}`
    let page = device.page()
    await page.open('/drivers')
    await page.find('button', `Status of ${driver.name}: On The Road`)
    await readyForOffline(page)
    await test.step('offline: a reload, a status, two days by keyboard, an inspection with a photo', async () => {
      network.set('down')
      await page.open('/drivers')
      await page.reload()
      await setStatus(page, driver.name, 'Firing')
      await planTwoDays(page)
      await changesWaiting(page, 3)
      await reportInspection(page, { career, photo })
      await changesWaiting(page, 4)
    })
    await test.step('killed and restarted, still offline', async () => {
      page = await device.killAndRestart()
      await page.open('/outbox')
      await page.find('heading', 'Outbox')
      await changesWaiting(page, 4)
    })
    await test.step('the network is back', async () => {
      network.set('none', isOutboxChange)
      await changesWaiting(page, 0)
      expect((await api.driver(driver.id)).current_status).toBe('firing_process')
      const { results } = await api.get<{ results: { career: string }[] }>('/api/maintenance/inspections/?limit=50')
      expect(results.filter((one) => one.career === career)).toHaveLength(1)
      expect([...network.arrivals().values()].filter((times) => times > 1)).toEqual([])
    })
  })
}
