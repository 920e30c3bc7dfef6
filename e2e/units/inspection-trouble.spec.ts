import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  aPhoto,
  aReport,
  attach,
  dialogNamed,
  inspectionNow,
  inspectionPanel,
  inspectionsOf,
} from '#e2e/support/company/inspections.ts'
import { test } from '#e2e/support/company/shop.ts'
import { expect } from '#e2e/support/expect.ts'
import { changeCard } from '#e2e/support/page/outbox.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import type { Api } from '#e2e/support/server/api.ts'
import type { UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'

test.use({ height: 1200 })

/** The edit form requires a due date. */
const DUE = { due_date: '2099-12-31' }
const edit = (page: Page) => dialogNamed(page, 'Edit Details')

async function openEdit(page: Page): Promise<void> {
  await inspectionPanel(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(edit(page)).toBeVisible()
}

async function save(page: Page): Promise<void> {
  await edit(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edit(page)).toBeHidden()
}

/** Creates a report on a unit and opens it next to the list. Returns its id. */
async function openReport(page: Page, manager: Api, truck: string): Promise<number> {
  const { id } = await aReport(manager, truck, DUE)
  await page.goto(`/maintenance?open=${id}`)
  await expect(inspectionPanel(page).getByText('Joliet Truck Care')).toBeVisible()
  return id
}

/** Edits an inspection’s comment and adds a photo, then adds a comment: two changes wait. The network must be down. */
async function makeTwoChanges(page: Page): Promise<void> {
  await openEdit(page)
  await edit(page)
    .getByLabel(/^Comment/)
    .fill('Bracket is cracked')
  await attach(page, edit(page).getByRole('group', { name: 'Attachments' }), [aPhoto('bracket.png')])
  await save(page)
  await inspectionPanel(page).getByLabel('Add comment').fill('Welder comes on Monday')
  await inspectionPanel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await changesWaiting(page, 2)
}

/**
 * Opens a report, changes it offline while `remove` deletes a record on the server, goes online, waits for the message
 * `words`, and opens the Outbox. Returns the report’s id.
 */
async function deleteMeanwhile(
  { page, network, manager, truck }: { page: Page; network: UnreliableProxy; manager: Api; truck: string },
  remove: (id: number) => Promise<number>,
  words: string,
): Promise<number> {
  const id = await openReport(page, manager, truck)
  network.set('down')
  await makeTwoChanges(page)
  expect(await remove(id)).toBe(204)
  network.set('none')
  await expect(page.getByText(words)).toBeVisible({ timeout: 30_000 })
  await page.goto('/outbox')
  return id
}

/** Fails unless the photo of a change in the Outbox is displayed and can be saved as a file. */
async function expectPhotoSavable(page: Page, words: string): Promise<void> {
  const photo = changeCard(page, words).locator('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    changeCard(page, words).getByRole('button', { name: 'Download bracket.jpg' }).click(),
  ])
  const { format, width } = await sharp(await readFile(await download.path())).metadata()
  expect([download.suggestedFilename(), format, width]).toEqual(['bracket.jpg', 'jpeg', 60])
}

test('when two users change one inspection, different fields merge and the Outbox asks about the same field', async ({
  shop,
  network,
  manager,
  admin,
  truck,
}) => {
  const page = shop.page()
  const id = await openReport(page, manager, truck)
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
  await expect(inspectionPanel(page)).toContainText('Paid by card')

  await openEdit(page)
  await expect(edit(page).getByLabel('Total cost ($)')).toHaveValue('500')
  network.set('down')
  await edit(page).getByLabel('Total cost ($)').fill('700')
  await save(page)
  expect(await admin.patch(path, { total_cost: 600 })).toBe(200)
  network.set('none')
  await expect(page.getByText('1 change needs your attention.')).toBeVisible({ timeout: 30_000 })
  expect(await inspectionNow(manager, id)).toMatchObject({ total_cost: 600 })
  await page.goto('/outbox')
  const entry = changeCard(page, truck)
  await expect(entry.getByRole('row', { name: /^Total cost .*\$500\.00 .*\$600\.00 .*\$700\.00$/ })).toBeVisible()
  await entry.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Nothing of yours waits on this device')).toBeVisible()
  expect(await inspectionNow(manager, id)).toMatchObject({ total_cost: 700, note: 'Paid by card' })
})

test('when an inspection is deleted while its changes wait, their text and photo stay, and the photo can be saved as a file', async ({
  shop,
  network,
  manager,
  admin,
  truck,
}) => {
  const page = shop.page()
  const id = await deleteMeanwhile(
    { page, network, manager, truck },
    (of) => admin.remove(`/api/maintenance/inspections/${of}/`),
    '2 changes need your attention.',
  )
  await expect(changeCard(page, 'Bracket is cracked')).toContainText(new RegExp(`Inspection ${id} was deleted by`))
  await expect(changeCard(page, 'Welder comes on Monday')).toContainText(new RegExp(`Inspection ${id} was deleted by`))
  await expectPhotoSavable(page, 'Bracket is cracked')
  expect(await inspectionsOf(manager, truck)).toEqual([])
})

test('when a unit is deleted while changes of its inspection wait, the comment is accepted and the edit stays in the Outbox', async ({
  shop,
  network,
  manager,
  admin,
  truck,
}) => {
  const page = shop.page()
  const id = await deleteMeanwhile(
    { page, network, manager, truck },
    () => admin.remove(`/api/trucks/${truck}/`),
    '1 change needs your attention.',
  )
  await expect(changeCard(page, 'Bracket is cracked')).toContainText(new RegExp(`Truck ${truck} was deleted by`))
  await expectPhotoSavable(page, 'Bracket is cracked')
  expect(await inspectionNow(manager, id)).toMatchObject({
    note: '',
    attachments: [],
    transport: { is_deleted: true },
    comments: [{ text: 'Welder comes on Monday' }],
  })
})
