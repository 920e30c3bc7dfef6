import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { fullName } from '#contract/wire/people.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import type { Api } from '#e2e/support/server/api.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { aTruck } from '#tests/support/builders/a-unit.ts'
import { expect } from '../expect.ts'

export const MILES = 120_345.678

/** Creates a truck that no other test inspects. Returns its number. */
export async function aShopTruck(admin: Api): Promise<string> {
  const number = `7${randomInt(100_000, 999_999)}`
  expect(await admin.post('/api/trucks/', aTruck(number, { miles_driven: MILES }))).toBe(201)
  return number
}

export const currentUserOf = (api: Api) => api.get<CurrentUser>('/api/users/users/me/')
/** The full name of the API's signed-in user. */
export const ownName = async (api: Api) => fullName(await currentUserOf(api))
export const inspectionNow = (api: Api, ref: number | string) =>
  api.get<Inspection>(`/api/maintenance/inspections/${ref}/`)

/** All reports on a unit, oldest first. */
export async function inspectionsOf(api: Api, unit: string): Promise<readonly Inspection[]> {
  const path = `/api/maintenance/inspections/?limit=1000&transport=${unit}`
  const { results } = await api.get<{ readonly results: readonly Inspection[] }>(path)
  return results.toSorted((a, b) => a.id - b.id)
}

export interface UploadFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}
export const aPhoto = (name: string, seed = 1): UploadFile => ({
  name,
  mimeType: 'image/png',
  buffer: aPicture(60, seed),
})
/** A PDF with one empty page. */
export const aPdf = (name: string): UploadFile => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj${object}endobj\n`).join('')
  return {
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R>>\n%%EOF\n`),
  }
}

/** Creates a report on a unit as the API's user: approved and without defects, unless `over` overrides that. */
export async function aReport(
  api: Api,
  transport: string,
  over: Readonly<Record<string, unknown>> = {},
  files: readonly UploadFile[] = [],
): Promise<Inspection> {
  const { id } = await currentUserOf(api)
  const own = {
    ...{ fleet_manager: id, transport, career: 'Joliet Truck Care', total_cost: 412.5, odometer: MILES },
    ...{ service_type: 'pm_a', report_type: 'no_defect', approved_by: id, approved_date: chicagoDay(Date.now()) },
    ...over,
  }
  const form = new FormData()
  form.set('data', JSON.stringify(own))
  for (const { name, mimeType, buffer } of files)
    form.append('files', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  return api.create<Inspection>('/api/maintenance/inspections/', form)
}

/** Creates trucks, each with a report of a fleet manager. Returns their numbers. */
export async function inspectedTrucks(admin: Api, count: number, fleet_manager: number): Promise<readonly string[]> {
  const numbers: string[] = []
  for (let made = 0; made < count; made += 1) {
    const number = await aShopTruck(admin)
    await aReport(admin, number, { fleet_manager })
    numbers.push(number)
  }
  return numbers
}

/** Fields of a report with an open major defect. */
export const DEFECT_REPORT = {
  report_type: 'defect',
  due_date: '2099-12-31',
  defects: [{ defect_type: 'tires', urgency: 'major', description: 'Cords showing at the left rear' }],
} as const

/** Downloads a file from the server by its signed link, which needs no access token. */
export async function bytesOf(server: { readonly url: string }, path: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}${path}`)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** The row of a report in the list, by its unit and its service. */
export const inspectionRow = (page: Page, unit: string, service = ''): Locator =>
  page.getByRole('article', { name: new RegExp(`^${unit}, ${service}`) })
export const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
export const inspectionPanel = (page: Page) => page.getByRole('dialog', { name: 'Inspection', exact: true })

/** Picks an option from the list that a form field opens. */
export async function pick(form: Locator, label: string, title: string | RegExp): Promise<void> {
  await form.getByRole('button', { name: new RegExp(`^${label}: `) }).click()
  const list = form.getByRole('listbox', { name: label, exact: true })
  const find = form.getByRole('combobox', { name: `Find: ${label}` })
  if (typeof title === 'string' && (await find.isVisible())) await find.fill(title)
  await list.getByRole('option', { name: title }).first().click()
}

/** Attaches files to a form through the file chooser. Waits until each file is ready or refused. */
export async function attach(page: Page, field: Locator, files: readonly UploadFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await field.getByRole('button', { name: 'Choose files…' }).click()
  await (await chooser).setFiles([...files])
  await expect(field.locator('[data-state=making]')).toHaveCount(0)
}
/** The list item of a form's file, with the file's state. */
export const attachedFile = (form: Locator, name: string): Locator =>
  form.getByRole('listitem').filter({ hasText: name })
