import type { Locator, Page } from '@playwright/test'
import type { TollVehicle } from '#contract/expenses/tolls.ts'
import {
  chooseTrucks,
  fuelCard,
  fuelOf,
  isTollCall,
  openExpenses,
  tollCard,
  tollsOf,
  tollVehiclesOf,
} from '#e2e/support/company/expenses.ts'
import { aUser, test } from '#e2e/support/company/office.ts'
import { aNewTruck } from '#e2e/support/company/trucks.ts'
import { hasStoredAnswer, listStoredAt } from '#e2e/support/device/stored-answers.ts'
import { expect } from '#e2e/support/expect.ts'
import { expectNoFindings } from '#e2e/support/page/axe.ts'
import { savedForOffline } from '#e2e/support/page/screens.ts'
import { signIn } from '#e2e/support/page/sign-in.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { longDay, shortDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { expenseWeekAt } from '#src/format/week.ts'

/** Two trucks that paid tolls in the last week. */
async function twoTrucks(admin: Api): Promise<readonly [TollVehicle, TollVehicle]> {
  const paying: TollVehicle[] = []
  for (const one of await tollVehiclesOf(admin)) {
    if (one.UnitNumber !== '' && (await tollsOf(admin, [one])) !== '$0.00') paying.push(one)
    const [first, second] = paying
    if (first && second) return [first, second]
  }
  throw new Error('fewer than two trucks of the demo company have paid tolls')
}

const heightOf = async (card: Locator) => (await card.boundingBox())?.height
const chip = (page: Page, number: string) => page.getByRole('button', { name: `Remove ${number}`, exact: true })

test('tolls are those of the chosen trucks, also after a reload and in a second tab; with none chosen, those of all trucks', async ({
  office,
  admin,
}) => {
  const page = office.page()
  const [first, second] = await twoTrucks(admin)
  await openExpenses(page)
  await expect(tollCard(page)).toContainText('All trucks')
  await expect(tollCard(page)).toContainText(await tollsOf(admin, []))

  await tollCard(page).getByRole('button', { name: 'Choose trucks' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose trucks' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await chooseTrucks(page, [first.UnitNumber, second.UnitNumber])
  await expect(tollCard(page)).toContainText(await tollsOf(admin, [first, second]))
  await expect(fuelCard(page)).toContainText('All drivers')

  await page.reload()
  await expect(tollCard(page)).toContainText(await tollsOf(admin, [first, second]))
  const other = await office.context().newPage()
  await openExpenses(other)
  await chip(page, first.UnitNumber).click()
  await expect(chip(page, second.UnitNumber)).toBeFocused()
  await expect(tollCard(page)).toContainText(await tollsOf(admin, [second]))
  // The user's other tab follows.
  await expect(chip(other, first.UnitNumber)).toHaveCount(0)
  await expect(tollCard(other)).toContainText(await tollsOf(admin, [second]))
  await chip(page, second.UnitNumber).click()
  await expect(tollCard(page)).toContainText('All trucks')
  await expect(tollCard(page).getByRole('button', { name: 'Choose trucks' })).toBeFocused()
})

test('fuel is that of the chosen drivers', async ({ office, admin }) => {
  const page = office.page()
  await openExpenses(page)
  await expect(fuelCard(page)).toContainText(await fuelOf(admin))
  await fuelCard(page).getByRole('button', { name: 'Choose drivers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose drivers' })
  const name = (await dialog.locator('label').first().textContent()) ?? ''
  // By name: a driver added meanwhile may come first in the list.
  await dialog.getByRole('checkbox', { name, exact: true }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(chip(page, name)).toBeVisible()
  const { results } = await admin.get<{ readonly results: readonly { pfj_id: number; name: string }[] }>(
    '/api/pilot_flying_j/drivers/?limit=500',
  )
  const chosen = results.find((one) => one.name === name)
  await expect(fuelCard(page)).toContainText(await fuelOf(admin, -1, chosen?.pfj_id))
  await expect(tollCard(page)).toContainText('All trucks')
})

test('each card has its own week, chosen by steps or by a day, and no week in the future', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await openExpenses(page)
  const next = (card: Locator) => card.getByRole('button', { name: 'Next week' })
  await expect(next(tollCard(page))).toBeDisabled()
  await tollCard(page).getByRole('button', { name: 'Previous week' }).click()
  await expect(tollCard(page)).toContainText('2 weeks ago')
  await expect(tollCard(page)).toContainText(await tollsOf(admin, [], -2))
  await expect(fuelCard(page)).toContainText('Last week')
  await next(tollCard(page)).click()
  await expect(tollCard(page)).toContainText('Last week')
  await expect(next(tollCard(page))).toBeDisabled()

  const today = chicagoDay(Date.now())
  await fuelCard(page)
    .getByRole('button', { name: /^Choose the dates/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Expenses Statistic' })
  await expect(dialog).toContainText('Please enter the dates')
  await expect(dialog.getByRole('button', { name: 'Next month' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: longDay(today), exact: true })).toBeFocused()
  // ArrowRight can't go beyond today. ArrowUp goes to the same weekday of the week before.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(fuelCard(page)).toContainText('2 weeks ago')
  await expect(fuelCard(page)).toContainText(await fuelOf(admin, -2))
  await expect(fuelCard(page).getByRole('button', { name: /^Choose the dates/ })).toBeFocused()
  await expect(tollCard(page)).toContainText('Last week')
})

test('a card that stays open over midnight in Chicago moves on to the new day', async ({ office, network }) => {
  const page = office.page()
  const [now, MINUTE] = [Date.now(), 60_000]
  let midnight = now
  while (chicagoDay(midnight) === chicagoDay(now)) midnight += MINUTE
  await page.clock.install({ time: midnight - 2 * MINUTE })
  network.shiftClock(midnight - 2 * MINUTE - now)
  await openExpenses(page)
  const dates = (card: Locator, day: string) =>
    card.getByRole('button', { name: new RegExp(`^Choose the dates: .* – ${shortDay(day)}$`) })
  for (const card of [tollCard(page), fuelCard(page)]) await expect(dates(card, chicagoDay(now))).toBeVisible()
  await page.clock.fastForward(2 * MINUTE)
  for (const card of [tollCard(page), fuelCard(page)]) await expect(dates(card, chicagoDay(midnight))).toBeVisible()
})

test('offline, the last figures are shown even if the dashboard was never opened; a figure never fetched says so', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  await savedForOffline(page)
  const [tolls, fuel] = [await tollsOf(admin, []), await fuelOf(admin)]
  network.set('down')
  await page.goto('/')
  await expect(tollCard(page)).toContainText(tolls)
  await expect(fuelCard(page)).toContainText(fuel)
  await expect(tollCard(page)).toContainText(/as of \d{1,2}:\d\d [AP]M/)
  await expect(tollCard(page).getByRole('button', { name: 'Retry' })).toBeVisible()
  await tollCard(page).getByRole('button', { name: 'Previous week' }).click()
  await expect(tollCard(page)).toContainText('Not saved on this device yet')
  // The lists to choose from are on the device as well.
  await tollCard(page).getByRole('button', { name: 'Choose trucks' }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
  await page.keyboard.press('Escape')

  network.set('none')
  await expect(tollCard(page)).toContainText(await tollsOf(admin, [], -2), { timeout: 40_000 })
  await expect.poll(() => hasStoredAnswer(page, 'figures', 'tolls', '-2')).toBe(true)
  network.set('down')
  await page.reload()
  await tollCard(page).getByRole('button', { name: 'Previous week' }).click()
  await expect(tollCard(page)).toContainText(await tollsOf(admin, [], -2))
})

test('while only tolls fail, the last figure stays with its age and can be retried', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  await openExpenses(page)
  const retry = tollCard(page).getByRole('button', { name: 'Retry' })
  await expect(retry).toHaveCount(0)
  await expect.poll(() => hasStoredAnswer(page, 'figures', 'tolls', '-1')).toBe(true)
  network.set('error_500', isTollCall)
  await page.reload()
  await expect(retry).toBeVisible()
  await expect(tollCard(page)).toContainText(await tollsOf(admin, []))
  await expect(tollCard(page)).toContainText(/as of \d{1,2}:\d\d [AP]M/)
  await expect(fuelCard(page)).toContainText(await fuelOf(admin))
  await expect(fuelCard(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await tollCard(page).getByRole('button', { name: 'Previous week' }).click()
  await expect(tollCard(page)).toContainText('This week could not be loaded.')
  const requestCount = () => network.calls().filter((call) => call.includes('toll_expenses')).length
  const before = requestCount()
  await retry.click()
  await expect.poll(requestCount).toBeGreaterThan(before)
  await expect(retry).toBeEnabled()
  await expect(tollCard(page)).toContainText('This week could not be loaded.')

  network.set('none')
  await retry.click()
  await expect(tollCard(page)).toContainText(await tollsOf(admin, [], -2))
  await expect(retry).toHaveCount(0)

  network.set('hang', isTollCall)
  await tollCard(page).getByRole('button', { name: 'Previous week' }).click()
  await fuelCard(page).getByRole('button', { name: 'Previous week' }).click()
  await expect(fuelCard(page)).toContainText(await fuelOf(admin, -2))
  await expect(tollCard(page)).toContainText('The server did not answer in time.', { timeout: 30_000 })
  await expect(retry).toBeVisible()
})

test('a vendor that does not answer is named, with the last day received and the time of the last try', async ({
  signedOutBrowser,
  network,
  admin,
}) => {
  const page = signedOutBrowser.page()
  const triedAt = new Date(Date.now() - 5 * 60_000).toISOString()
  network.rewrite('/api/expense-feeds/', (text) =>
    JSON.stringify(
      (JSON.parse(text) as readonly { readonly kind: string }[]).map((feed) =>
        feed.kind === 'tolls' ? { ...feed, failure: 'It did not answer.', tried_at: triedAt } : feed,
      ),
    ),
  )
  await signIn(page, 'admin')
  await expect(tollCard(page)).toContainText(/From simulator, up to \d\d\/\d\d\/\d\d · last tried [56] min ago/)
  await expect(tollCard(page)).toContainText(await tollsOf(admin, []))
  await expect(fuelCard(page)).toContainText(/From simulator, up to \d\d\/\d\d\/\d\d/)
  await expect(fuelCard(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  network.rewrite('/api/expense-feeds/', (text) => text)
  await tollCard(page).getByRole('button', { name: 'Retry' }).click()
  await expect(tollCard(page)).not.toContainText('last tried')
  await expect(tollCard(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('a card keeps its height while its figure loads, with the figure, and with an error in its place', async ({
  office,
  network,
}) => {
  const page = office.page()
  // A narrow window stacks the cards: side by side each would be as high as its neighbor.
  await page.setViewportSize({ width: 390, height: 1_600 })
  await openExpenses(page)
  const height = await heightOf(tollCard(page))
  const back = tollCard(page).getByRole('button', { name: 'Previous week' })
  network.set('hold_answer', isTollCall)
  await back.click()
  await expect(tollCard(page)).toContainText('Loading...')
  await expect.poll(() => network.heldResponseCount()).toBeGreaterThan(0)
  expect(await heightOf(tollCard(page))).toBe(height)
  network.deliverHeldResponses()
  await expect(tollCard(page)).toContainText(/\$[\d,]+\.\d\d/)
  expect(await heightOf(tollCard(page))).toBe(height)
  network.set('error_500', isTollCall)
  await back.click()
  await expect(tollCard(page)).toContainText('This week could not be loaded.')
  expect(await heightOf(tollCard(page))).toBe(height)
  network.set('down')
  await back.click()
  await expect(tollCard(page)).toContainText('Not saved on this device yet')
  expect(await heightOf(tollCard(page))).toBe(height)
})

test('a chosen truck that is deleted is removed with a notice, and the figure is that of the other trucks', async ({
  office,
  network,
  admin,
}) => {
  const page = office.page()
  const [remaining] = await twoTrucks(admin)
  const number = await aNewTruck(admin)
  await openExpenses(page)
  await chooseTrucks(page, [number, remaining.UnitNumber])
  await expect(chip(page, number)).toBeVisible()
  const deletedAfter = Date.now()
  expect(await admin.remove(`/api/trucks/${number}/`)).toBe(204)
  await expect(tollCard(page)).toContainText(`${number} is no longer in the fleet.`)
  await expect(chip(page, number)).toHaveCount(0)
  const remainingTolls = await tollsOf(admin, [remaining])
  await expect(tollCard(page)).toContainText(remainingTolls)
  // The same offline, once the device has stored the server's new list and the figure of the one truck that is left.
  await expect.poll(() => listStoredAt(page, 'trucks', 'toll_vehicles')).toBeGreaterThan(deletedAfter)
  await expect.poll(() => hasStoredAnswer(page, 'figures', 'tolls', '-1', { of: 1 })).toBe(true)
  network.set('down')
  await page.reload()
  await expect(tollCard(page)).toContainText(`${number} is no longer in the fleet.`)
  await expect(tollCard(page)).toContainText(remainingTolls)
  network.set('none')
  await tollCard(page).getByRole('button', { name: 'OK' }).press('Enter')
  await expect(tollCard(page).getByRole('button', { name: 'Choose trucks' })).toBeFocused()
  await expect(tollCard(page)).not.toContainText(number)
  await expect(chip(page, remaining.UnitNumber)).toBeVisible()
  await page.reload()
  await expect(chip(page, remaining.UnitNumber)).toBeVisible()
  await expect(tollCard(page)).not.toContainText(number)
})

test('the next user of the device sees none of the choices, and they are deleted from the device', async ({
  signedOutBrowser,
  admin,
}) => {
  const page = signedOutBrowser.page()
  const [first] = await twoTrucks(admin)
  const { email } = await aUser(admin, { role: 'administrator' })
  // A new session: a sign-out on a copy of a used device would sign out all copies.
  await signIn(page, 'admin')
  await chooseTrucks(page, [first.UnitNumber])
  await expect(chip(page, first.UnitNumber)).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login/)
  const chosen = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('chosen')))
  expect(await chosen()).toEqual([])

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('gravel-and-diesel')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(tollCard(page)).toContainText('All trucks')
  await expect(chip(page, first.UnitNumber)).toHaveCount(0)
})

test('the cards, the choice of trucks and the choice of dates work by keyboard, and axe finds nothing in them', async ({
  office,
  admin,
}) => {
  const page = office.page()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const [first, second] = await twoTrucks(admin)
  await openExpenses(page)
  const choose = tollCard(page).getByRole('button', { name: 'Choose trucks' })
  await choose.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose trucks' })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await expectNoFindings(page, 'choice of trucks')
  for (const { UnitNumber } of [first, second]) {
    await dialog.getByRole('searchbox').fill(UnitNumber)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await dialog.getByRole('searchbox').focus()
  }
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(choose).toBeFocused()
  await expect(tollCard(page)).toContainText(await tollsOf(admin, [first, second]))
  await expectNoFindings(page, 'expenses')

  const { start, end } = expenseWeekAt(chicagoDay(Date.now()), -1)
  const dates = tollCard(page).getByRole('button', { name: /^Choose the dates/ })
  await dates.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Expenses Statistic' })).toBeVisible()
  await expectNoFindings(page, 'expenses statistic')
  await page.keyboard.press('Escape')
  await expect(dates).toBeFocused()
  await expect(dates).toHaveAccessibleName(`Choose the dates: ${shortDay(start)} – ${shortDay(end)}`)
})
