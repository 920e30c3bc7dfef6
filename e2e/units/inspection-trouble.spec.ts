import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  aPhoto,
  aReport,
  attach,
  dialogCalled,
  inspectionNow,
  inspectionsOf,
  panel,
} from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'
import { change } from '#e2e/support/page/outbox.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

test.use({ height: 1200 })

/** An edited report says when it is due. */
const DUE = { due_date: '2099-12-31' }
const edit = (page: Page) => dialogCalled(page, 'Edit Details')

async function openEdit(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(edit(page)).toBeVisible()
}

async function save(page: Page): Promise<void> {
  await edit(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edit(page)).toBeHidden()
}

/** Opens a new report on a unit beside the list; answers its number. */
async function opened(page: Page, manager: Api, truck: string): Promise<number> {
  const { id } = await aReport(manager, truck, DUE)
  await page.goto(`/maintenance?open=${id}`)
  await expect(panel(page).getByText('Joliet Truck Care')).toBeVisible()
  return id
}

/** Without a network an inspection gets a photo and other words, and then a comment: two changes, or more, wait. */
async function changeAll(page: Page): Promise<void> {
  await openEdit(page)
  await edit(page)
    .getByLabel(/^Comment/)
    .fill('Bracket is cracked')
  await attach(page, edit(page).getByRole('group', { name: 'Attachments' }), [aPhoto('bracket.png')])
  await save(page)
  await panel(page).getByLabel('Add comment').fill('Welder comes on Monday')
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await changesWaiting(page, 2)
}

/** Opens a report, changes it all over without a network while somebody takes something away, and comes back to what is said of that; answers its number. */
async function goneMeanwhile(
  { page, network, manager, truck }: { page: Page; network: UnreliableProxy; manager: Api; truck: string },
  remove: (id: number) => Promise<number>,
  words: string,
): Promise<number> {
  const id = await opened(page, manager, truck)
  network.set('down')
  await changeAll(page)
  expect(await remove(id)).toBe(204)
  network.set('none')
  await expect(page.getByText(words)).toBeVisible({ timeout: 30_000 })
  await page.goto('/outbox')
  return id
}

/** The photo of a change in the Outbox is seen, and saved as a file. */
async function photoIsThere(page: Page, words: string): Promise<void> {
  const photo = change(page, words).locator('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    change(page, words).getByRole('button', { name: 'Save bracket.jpg to this device’s files' }).click(),
  ])
  const { format, width } = await sharp(await readFile(await download.path())).metadata()
  expect([download.suggestedFilename(), format, width]).toEqual(['bracket.jpg', 'jpeg', 60])
}

test('two people change one inspection: other fields go together, the same field is asked about and settled', async ({
  shop,
  network,
  manager,
  admin,
  truck,
}) => {
  const page = shop.page()
  const id = await opened(page, manager, truck)
  const path = `/api/maintenance/inspections/${id}/`
  await openEdit(page)
  network.set('down')
  await edit(page).getByLabel('Total cost ($)').fill('500')
  await save(page)
  await changesWaiting(page, 1)
  expect(await admin.patch(path, { note: 'Paid by card' })).toBe(200)
  network.set('none')
  await nothingWaits(page)
  expect(await inspectionNow(manager, id)).toMatchObject({ note: 'Paid by card', total_cost: 500, version: 3 })
  await expect(panel(page)).toContainText('Paid by card')

  await openEdit(page)
  await expect(edit(page).getByLabel('Total cost ($)')).toHaveValue('500')
  network.set('down')
  await edit(page).getByLabel('Total cost ($)').fill('700')
  await save(page)
  expect(await admin.patch(path, { total_cost: 600 })).toBe(200)
  network.set('none')
  await expect(page.getByText('1 change could not be sent as it is.')).toBeVisible({ timeout: 30_000 })
  expect(await inspectionNow(manager, id)).toMatchObject({ total_cost: 600 })
  await page.goto('/outbox')
  const entry = change(page, truck)
  await expect(entry.getByRole('row', { name: /^Total cost .*\$500\.00 .*\$600\.00 .*\$700\.00$/ })).toBeVisible()
  await entry.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Nothing of yours waits on this device')).toBeVisible()
  expect(await inspectionNow(manager, id)).toMatchObject({ total_cost: 700, note: 'Paid by card' })
})

test('an inspection is deleted while its changes wait: words and photo stay, and can be taken away as files', async ({
  shop,
  network,
  manager,
  admin,
  truck,
}) => {
  const page = shop.page()
  const id = await goneMeanwhile(
    { page, network, manager, truck },
    (of) => admin.remove(`/api/maintenance/inspections/${of}/`),
    '2 changes could not be sent as they are.',
  )
  await expect(change(page, 'Bracket is cracked')).toContainText(new RegExp(`Inspection ${id} was deleted by`))
  await expect(change(page, 'Welder comes on Monday')).toContainText(new RegExp(`Inspection ${id} was deleted by`))
  await photoIsThere(page, 'Bracket is cracked')
  expect(await inspectionsOf(manager, truck)).toEqual([])
})

test('a unit is deleted while changes of its inspection wait: the comment is taken, the rest stays to be settled', async ({
  shop,
  network,
  manager,
  admin,
  truck,
}) => {
  const page = shop.page()
  const id = await goneMeanwhile(
    { page, network, manager, truck },
    () => admin.remove(`/api/trucks/${truck}/`),
    '1 change could not be sent as it is.',
  )
  await expect(change(page, 'Bracket is cracked')).toContainText(new RegExp(`Truck ${truck} was deleted by`))
  await photoIsThere(page, 'Bracket is cracked')
  expect(await inspectionNow(manager, id)).toMatchObject({
    note: '',
    attachments: [],
    transport: { is_deleted: true },
    comments: [{ text: 'Welder comes on Monday' }],
  })
})
