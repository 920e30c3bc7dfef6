import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Truck } from '#contract/units/units.ts'
import { startBrowser } from '#e2e/support/browser.ts'
import { dialogNamed } from '#e2e/support/company/inspections.ts'
import { test as shopTest } from '#e2e/support/company/shop.ts'
import { pageHeading } from '#e2e/support/company/unit-page.ts'
import { openedAnswers } from '#e2e/support/device/stored-answers.ts'
import { expect } from '#e2e/support/expect.ts'
import { codeIn, writeCodeVideo } from '#e2e/support/files/a-code-video.ts'
import { savedForOffline } from '#e2e/support/page/screens.ts'
import { SITE } from '#e2e/support/server/site.ts'

const finder = (page: Page) => dialogNamed(page, 'Go to unit')
const found = (page: Page) => finder(page).getByRole('listitem')
const title = (page: Page, truck: string) => pageHeading(page, `Truck ${truck}`)

async function look(page: Page, text: string): Promise<void> {
  // The tools of the bar come after the page.
  await expect(page.getByRole('button', { name: 'Go to unit' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await finder(page).getByRole('searchbox').fill(text)
}

/** `test` with a browser whose camera shows a QR code. */
const test = shopTest.extend<{ readonly cameraOn: (text: string) => Promise<Page> }>({
  cameraOn: async ({ network, managerProfile }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'haulyard-camera-'))
    const ends: (() => Promise<void>)[] = []
    await use(async (text) => {
      const cameraShows = join(folder, 'code.y4m')
      writeCodeVideo(cameraShows, text)
      const browser = await startBrowser({ url: network.url, hasCamera: true, cameraShows, copyOf: managerProfile })
      ends.push(browser.dispose)
      return browser.page()
    })
    for (const end of ends) await end()
    rmSync(folder, { recursive: true })
  },
})

for (const isOnline of [true, false]) {
  test(`a unit is found by its number, its plate and the last six of its VIN, ${isOnline ? 'online' : 'offline'}`, async ({
    shop,
    network,
    admin,
  }) => {
    const page = shop.page()
    const { results } = await admin.get<{ readonly results: readonly Truck[] }>('/api/trucks/?limit=1000')
    // One of the demo company: every one of its trucks has a VIN.
    const truck = results.find(({ vin, number = '' }) => vin !== null && /^10\d\d$/.test(number))
    const plate = truck?.extra_info.licence_plate
    if (!truck?.vin || !plate) throw new Error('no truck of the demo company has a VIN and a plate')
    const { id, vin } = truck
    await savedForOffline(page)
    if (!isOnline) network.set('down')
    await page.goto('/')
    const spellings = [id, plate.replace(/^(.)/, '$1-'), vin.slice(-6).toLowerCase()]
    for (const text of spellings) {
      await look(page, text)
      // The number alone may also be that of a trailer; the rows show what matched.
      await expect(found(page).or(title(page, id)).first()).toBeVisible()
      if (!(await title(page, id).isVisible())) await page.keyboard.press('Enter')
      await expect(title(page, id)).toBeVisible()
      await expect(finder(page)).toBeHidden()
      await page.goto('/')
    }
    await look(page, id.slice(0, 3))
    await expect(found(page).first().locator('mark').first()).toHaveText(id.slice(0, 3))
    await look(page, 'zz99999')
    await expect(finder(page).getByText('No unit zz99999')).toBeVisible()
  })
}

test('a printed label is read by the camera, offline too, and opens the unit’s page', async ({
  shop,
  network,
  truck,
  cameraOn,
}) => {
  const page = shop.page()
  await page.goto(`/trucks?find=${truck}`)
  await page.getByRole('button', { name: 'Labels' }).click()
  await expect(page.getByText('1 label', { exact: true })).toBeVisible()
  const label = page.getByRole('listitem', { name: `Truck ${truck}`, exact: true })
  const text = await codeIn(await label.getByRole('img').screenshot())
  expect(text).toBe(`${SITE}/units/truck/${truck}`)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Labels' })).toBeVisible()

  const yard = await cameraOn(text)
  await savedForOffline(yard)
  // The prepared device has older lists. The new truck comes with the next news.
  await yard.goto('/trucks')
  const isStored = async () =>
    (await openedAnswers(yard)).some(
      ({ hash, json }) => hash.startsWith('["trucks","list"') && json.includes(`"${truck}"`),
    )
  await expect.poll(isStored).toBe(true)
  network.set('down')
  await yard.goto('/')
  await yard.getByRole('button', { name: 'Go to unit' }).click()
  await finder(yard).getByRole('button', { name: 'Scan a unit’s code' }).click()
  await expect(title(yard, truck)).toBeVisible()
  await expect(finder(yard)).toBeHidden()
})

test('the walk-around reads the same label', async ({ truck, cameraOn }) => {
  const page = await cameraOn(`https://other.example/units/truck/${truck}`)
  await page.goto('/walk-around')
  await dialogNamed(page, 'Walk-around').getByRole('button', { name: 'Scan a unit’s code' }).click()
  await expect(dialogNamed(page, `Pre-trip · ${truck}`)).toBeVisible()
})

test('sheets of labels have ten labels each, and paper shows nothing else', async ({ shop, manager }) => {
  const page = shop.page()
  await page.goto('/trucks')
  const { count } = await manager.get<{ readonly count: number }>('/api/trucks/?limit=1')
  // The used device shows the list that it stored, until the server's list arrives with the trucks of other tests.
  await expect(page.getByTestId('list-count')).toHaveText(new RegExp(`^${count}\\b`))
  await page.getByRole('button', { name: 'Labels' }).click()
  const sheets = page.getByRole('region', { name: 'Labels' }).getByRole('list')
  await expect(sheets).toHaveCount(Math.ceil(count / 10))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(Math.ceil(count / 10))
})
