import { startBrowser } from '#e2e/support/browser.ts'
import { test } from '#e2e/support/company/shop.ts'
import { beginWalkAround, walk } from '#e2e/support/company/walk-around.ts'
import { expect } from '#e2e/support/expect.ts'

test('a second tap on Save does not take what is behind the closed form', async ({
  network,
  managerProfile,
  truck,
}) => {
  const phone = await startBrowser({
    ...{ url: network.url, copyOf: managerProfile, hasTouch: true },
    ...{ width: 390, height: 844 },
  })
  const page = phone.page()
  await page.goto('/maintenance')
  await beginWalkAround(page, truck)
  await walk(page, truck).getByRole('button', { name: 'All OK' }).tap()
  const save = walk(page, truck).getByRole('button', { name: 'Approve and save' })
  const outbox = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Outbox/ })
  const box = await outbox.boundingBox()
  if (box === null) throw new Error('the bar is not shown')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  // On a phone the button lies over the bar's links.
  const isOver = await save.evaluate((button, { x, y }) => button.contains(document.elementFromPoint(x, y)), at)
  expect(isOver).toBe(true)
  await page.touchscreen.tap(at.x, at.y)
  await expect(walk(page, truck)).toBeHidden()
  await page.touchscreen.tap(at.x, at.y)
  await expect(page.getByText(/^Sent\. Successfully updated|^Successfully updated/)).toBeVisible()
  await expect(page).toHaveURL(/\/maintenance$/)
  await outbox.tap()
  await expect(page).toHaveURL(/\/outbox$/)
  await phone.dispose()
})
