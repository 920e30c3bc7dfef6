import { HAS_DRIVERS } from '#contract/people/dispatchers.ts'
import { test as withColleague } from '#e2e/support/company/colleague.ts'
import { test as atTheOffice } from '#e2e/support/company/office.ts'
import {
  aDispatcher,
  aDriver,
  chooseDrivers,
  dispatcherAt,
  dispatcherStatus,
  driversButton,
  openDispatchers,
  pickDispatcherStatus,
  viewDriverChoice,
} from '#e2e/support/company/teams.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { changeCard, openOutbox } from '#e2e/support/page/outbox.ts'
import { changesWaiting, driverCard, nothingWaits } from '#e2e/support/page/screens.ts'

test.use({ opensDrivers: false })

/** Ids of permissions, numbered as in the specification. */
const [VIEW_DISPATCHERS, VIEW_DRIVERS, VIEW_SCHEDULE] = [1, 3, 5]

test('a dispatcher’s status and its dates are saved offline and reach the server', async ({
  tablet,
  network,
  api,
  admin,
}) => {
  const page = tablet.page()
  const ann = await aDispatcher(admin)
  await openDispatchers(page, ann)
  network.set('down')
  await pickDispatcherStatus(page, ann, 'Vacation')
  const dialog = page.getByRole('dialog', { name: `Vacation: ${ann.name}` })
  // Two different days, so that the dialog shows both fields.
  await dialog.getByRole('button', { name: 'Next month' }).click()
  for (const day of [20, 24]) await dialog.getByRole('gridcell').getByRole('button').nth(day).click()
  await dialog.getByLabel('From').fill('2026-12-21')
  await dialog.getByLabel('To').fill('2026-12-31')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dispatcherStatus(page, ann, 'Vacation')).toBeVisible()
  await expect(driverCard(page, ann.name).getByText('12/21/26 – 12/31/26')).toBeVisible()
  await changesWaiting(page, 1)
  network.set('none')
  await nothingWaits(page)
  const dates = { status_date_from: '2026-12-21', status_date_to: '2026-12-31' }
  expect(await dispatcherAt(api, ann)).toMatchObject({ status: 'on_vacation', ...dates })

  await pickDispatcherStatus(page, ann, 'Dissmissed')
  await page.getByRole('button', { name: 'No end date' }).click()
  await expect(dispatcherStatus(page, ann, 'Dissmissed')).toBeVisible()
  await nothingWaits(page)
  expect(await dispatcherAt(api, ann)).toMatchObject({ status: 'dissmissed', status_date_to: null, drivers: [] })
})

test('a dispatcher with drivers, even drivers assigned offline, can be neither dismissed nor sent on vacation', async ({
  tablet,
  network,
  api,
  admin,
}) => {
  const page = tablet.page()
  const ann = await aDispatcher(admin)
  const maria = await aDriver(admin)
  await openDispatchers(page, ann)
  await viewDriverChoice(page, ann, maria)
  network.set('down')
  await chooseDrivers(page, ann, [maria])
  await expect(driversButton(page, ann, 1)).toBeVisible()
  for (const status of ['Dissmissed', 'Vacation']) {
    await pickDispatcherStatus(page, ann, status)
    await expect(page.getByRole('alert').filter({ hasText: HAS_DRIVERS }).last()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await changesWaiting(page, 1)
  network.set('none')
  await nothingWaits(page)
  expect(await dispatcherAt(api, ann)).toMatchObject({ status: 'working', drivers: [maria.id] })
})

test('drivers assigned offline move to their dispatcher on every page immediately, and the server ends with the same assignment', async ({
  tablet,
  network,
  api,
  admin,
}) => {
  const page = tablet.page()
  const [ann, bob] = [await aDispatcher(admin), await aDispatcher(admin)]
  const [maria, joe] = [await aDriver(admin), await aDriver(admin, bob)]
  await page.goto('/schedule')
  await expect(page.getByRole('row').filter({ hasText: joe.name })).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Drivers', exact: true }).click()
  await expect(driverCard(page, maria.name)).toContainText('Dispatcher—')
  await pages.getByRole('link', { name: 'Dispatchers' }).click()
  await expect(driversButton(page, bob, 1)).toBeVisible()
  await viewDriverChoice(page, ann, joe)

  network.set('down')
  await chooseDrivers(page, ann, [maria, joe])
  const question = page.getByRole('dialog', { name: 'Take a driver from another dispatcher?' })
  await expect(question).toContainText(`${joe.name} is with ${bob.name}.`)
  await question.getByRole('button', { name: 'Take' }).click()
  await expect(driversButton(page, ann, 2)).toBeVisible()
  await expect(driversButton(page, bob, 0)).toBeVisible()
  await changesWaiting(page, 1)
  await driverCard(page, ann.name)
    .getByRole('button', { name: /drivers and their week/ })
    .click()
  await expect(page.getByRole('group', { name: `Week of ${joe.name}` })).toBeVisible()

  await pages.getByRole('link', { name: 'Drivers', exact: true }).click()
  for (const { name } of [maria, joe]) await expect(driverCard(page, name)).toContainText(`Dispatcher${ann.name}`)
  await pages.getByRole('link', { name: 'Schedule' }).click()
  const lines = page.getByRole('row')
  const at = (name: string) => lines.filter({ hasText: name }).first().getAttribute('aria-rowindex')
  await expect.poll(async () => Number(await at(joe.name)) - Number(await at(ann.name))).toBeLessThanOrEqual(2)
  await expect.poll(async () => Number(await at(joe.name)) - Number(await at(ann.name))).toBeGreaterThan(0)

  network.set('none')
  await nothingWaits(page)
  expect((await dispatcherAt(api, ann)).drivers).toEqual([maria.id, joe.id])
  expect((await dispatcherAt(api, bob)).drivers).toEqual([])
  expect((await api.driver(joe.id)).dispatcher?.id).toBe(ann.id)
})

test('drivers that two users add to one dispatcher at the same time are merged', async ({
  tablet,
  network,
  api,
  admin,
}) => {
  const page = tablet.page()
  const ann = await aDispatcher(admin)
  const [maria, joe] = [await aDriver(admin), await aDriver(admin)]
  await openDispatchers(page, ann)
  await viewDriverChoice(page, ann, maria)
  network.set('down')
  await chooseDrivers(page, ann, [maria])
  await changesWaiting(page, 1)
  const add_drivers = [{ id: joe.id, from: null }]
  expect(await admin.patch(`/api/dispatchers/${ann.id}/`, { add_drivers })).toBe(200)
  network.set('none')
  await nothingWaits(page)
  expect((await dispatcherAt(api, ann)).drivers).toEqual([maria.id, joe.id])
  await expect(driversButton(page, ann, 2)).toBeVisible()
})

test('a driver who went to another dispatcher meanwhile is reported in the Outbox, and the user can leave that driver out', async ({
  tablet,
  network,
  api,
  admin,
}) => {
  const page = tablet.page()
  const [ann, bob] = [await aDispatcher(admin), await aDispatcher(admin)]
  const [maria, joe] = [await aDriver(admin), await aDriver(admin)]
  await openDispatchers(page, ann)
  await viewDriverChoice(page, ann, joe)
  network.set('down')
  await chooseDrivers(page, ann, [maria, joe])
  await changesWaiting(page, 1)
  expect(await admin.patch(`/api/drivers/${joe.id}/`, { dispatcher: bob.id })).toBe(200)

  network.set('none')
  await openOutbox(page)
  const refused = changeCard(page, ann.name)
  await expect(refused).toContainText(`${joe.name} has been given to ${bob.name} in the meantime.`)
  expect((await dispatcherAt(api, ann)).drivers).toEqual([])
  await refused.getByRole('button', { name: `Leave out ${joe.name}` }).click()
  await nothingWaits(page)
  expect((await dispatcherAt(api, ann)).drivers).toEqual([maria.id])
  expect((await dispatcherAt(api, bob)).drivers).toEqual([joe.id])
})

test('drivers are chosen with the keyboard alone, and the focus returns to the button', async ({
  tablet,
  api,
  admin,
}) => {
  const page = tablet.page()
  const ann = await aDispatcher(admin)
  const maria = await aDriver(admin)
  await openDispatchers(page, ann)
  await driversButton(page, ann, 0).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Find')).toBeFocused()
  await page.keyboard.type(maria.name)
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('option', { name: maria.name })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByText('1 chosen')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(driversButton(page, ann, 1)).toBeFocused()
  await nothingWaits(page)
  expect((await dispatcherAt(api, ann)).drivers).toEqual([maria.id])
})

test('a dispatcher does not see the drivers’ gross revenue', async ({ tablet, admin }) => {
  const page = tablet.page()
  await openDispatchers(page, await aDispatcher(admin))
  await expect(page.getByText('Gross revenue')).toHaveCount(0)
})

atTheOffice(
  'an administrator sees last week’s gross revenue and can go back to earlier weeks',
  async ({ office, admin }) => {
    const page = office.page()
    await openDispatchers(page, await aDispatcher(admin))
    const week = page.getByRole('region', { name: 'Gross revenue' })
    await expect(week).toContainText('Last week')
    await expect(week.getByRole('button', { name: 'Next week' })).toHaveAttribute('aria-disabled', 'true')
    const amounts = page.getByRole('article').getByText(/^\$[\d,]+\.\d\d$/)
    await expect(amounts.first()).toBeVisible()
    const last = await amounts.allTextContents()
    await week.getByRole('button', { name: 'Previous week' }).click()
    await expect(week).toContainText('2 weeks ago')
    await expect.poll(() => amounts.allTextContents()).not.toEqual(last)
  },
)

withColleague('without a permission the page names the one that is required', async ({ colleague, admin }) => {
  const { page, change: changeOf, fillIn } = colleague
  const ann = await aDispatcher(admin)
  await aDriver(admin, ann)
  await changeOf({ user_permissions: [VIEW_DISPATCHERS, VIEW_DRIVERS] })
  await page.goto('/dispatchers')
  await fillIn(page)
  await expect(driverCard(page, ann.name).getByText('1 driver')).toBeVisible()
  await expect(driversButton(page, ann)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Status of/ })).toHaveCount(0)
  await driverCard(page, ann.name)
    .getByRole('button', { name: /drivers and their week/ })
    .click()
  await expect(page.getByText('Permission for schedule view required')).toBeVisible()

  await changeOf({ user_permissions: [VIEW_SCHEDULE] })
  await expect(page.getByText('Permission for dispatchers view required')).toBeVisible()
  await expect(page.getByText(ann.name)).toHaveCount(0)
})
