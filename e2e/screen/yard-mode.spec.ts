import type { Locator, Page } from '@playwright/test'
import { aReport, DEFECT_REPORT } from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { beginWalkAround } from '#e2e/support/company/walk-around.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectStrongContrast } from '#e2e/support/page/axe.ts'

test.use({ opensDrivers: false, height: 800 })

const TARGET = 60

async function switchOn(page: Page): Promise<void> {
  await page.goto('/device')
  await page.getByRole('checkbox', { name: 'Yard mode' }).check()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Yard mode' })).toBeChecked()
}

async function openWalkAround(page: Page, unit: string): Promise<Locator> {
  await page.goto('/maintenance')
  const walk = await beginWalkAround(page, unit)
  await walk.getByRole('radiogroup', { name: 'Tires' }).getByLabel('Defect').check()
  await walk.getByRole('radiogroup', { name: 'Service brakes' }).getByLabel('OK').check()
  return walk
}

/** The controls below the least size, each with its name and size in pixels. */
const smallControls = (place: Locator) =>
  place.evaluate((root, least) => {
    const controls = [...root.querySelectorAll<HTMLElement>('button, select, textarea, input:not([type=file])')]
    const shown = controls.filter((one) => one.checkVisibility({ visibilityProperty: true }))
    return shown.flatMap((one) => {
      const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
      if (width >= least && height >= least) return []
      return [
        `${one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.outerHTML}: ${width}×${height}`,
      ]
    })
  }, TARGET)

test('yard mode survives a reload: text of 18 px, and every control of a walk-around is as large as a glove needs', async ({
  shop,
  truck,
}) => {
  const page = shop.page()
  await page.setViewportSize({ width: 820, height: 1180 })
  await switchOn(page)
  const textSize = () => page.evaluate(() => getComputedStyle(document.body).fontSize)
  expect(await textSize()).toBe('18px')
  const walk = await openWalkAround(page, truck)
  expect(await textSize()).toBe('18px')
  expect(await smallControls(walk)).toEqual([])
  const signOf = (title: string) =>
    walk
      .getByRole('radiogroup', { name: 'Tires' })
      .locator('label', { hasText: title })
      .locator('span')
      .evaluate((span) => getComputedStyle(span, '::before').content)
  expect(await signOf('OK')).toContain('✓')
  expect(await signOf('Defect')).toContain('✗')

  await page.goto('/device')
  await page.getByRole('checkbox', { name: 'Yard mode' }).uncheck()
  expect(await textSize()).toBe('14px')
  await page.reload()
  expect(await textSize()).toBe('14px')
})

test('in yard mode all text has a contrast of 7 to 1, in both color schemes', async ({ shop, manager, truck }) => {
  const page = shop.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await aReport(manager, truck, DEFECT_REPORT)
  await switchOn(page)
  await expectStrongContrast(page, 'this device')
  for (const path of ['/', '/trucks', '/maintenance']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('article, [role=article], section').first()).toBeVisible()
    await expectStrongContrast(page, path)
  }
  await openWalkAround(page, truck)
  await expectStrongContrast(page, 'a walk-around')
})

test('another tab follows the choice of yard mode', async ({ shop }) => {
  const page = shop.page()
  await page.goto('/device')
  const other = await shop.context().newPage()
  await other.goto('/device')
  await page.getByRole('checkbox', { name: 'Yard mode' }).check()
  await expect(other.getByRole('checkbox', { name: 'Yard mode' })).toBeChecked()
})
