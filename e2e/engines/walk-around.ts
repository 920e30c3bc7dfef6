import { writeFileSync } from 'node:fs'
import { expect } from '#e2e/support/expect.ts'
import { aPicture } from '#e2e/support/files/a-picture.ts'
import { changesWaiting, readyForOffline } from './actions.ts'
import type { Engine } from './driver/engine-browser.ts'
import { test } from './fixtures.ts'

const TRUCK = '1001'

interface Report {
  readonly service_type: string
  readonly transport: { readonly id: string }
  readonly defects: readonly { readonly defect_type: string; readonly urgency: string }[]
  readonly attachments: readonly unknown[]
}

export function testWalkAround(engine: Engine): void {
  test(`${engine} inspects a truck in a dead zone: a major defect with a photo survives a closed form, and arrives once`, async ({
    tab: page,
    network,
    api,
  }, info) => {
    const photo = info.outputPath('tire.png')
    writeFileSync(photo, aPicture(500))
    const reports = async () => {
      const { results } = await api.get<{ results: readonly Report[] }>('/api/maintenance/inspections/?limit=50')
      return results.filter((one) => one.transport.id === TRUCK && one.service_type === 'pre_trip')
    }
    const before = (await reports()).length
    await readyForOffline(page)
    network.set('down')
    await page.open('/walk-around')
    await page.press(TRUCK)
    await page.click('option', new RegExp(`^${TRUCK}`))
    await page.find('heading', `Pre-trip · ${TRUCK}`)
    // Of each part: OK, Defect, and for some N/A.
    await page.click('radio', 'Defect')
    await page.click('radio', 'Major')
    await page.chooseFile('[role=dialog] input[type=file][multiple]', photo)
    await page.until(() => /Ready/.test(document.querySelector('[role=dialog]')?.textContent ?? ''))
    await page.click('button', 'Cancel')
    await page.waitUntilGone('heading', `Pre-trip · ${TRUCK}`)

    await page.open('/walk-around')
    await page.click('button', new RegExp(`^Continue ${TRUCK} · 1 of 11 · `))
    await page.click('button', 'The rest OK')
    await page.until(() => /11 of 11 checked/.test(document.querySelector('[role=dialog]')?.textContent ?? ''))
    await page.click('button', 'Approve and save')
    await page.waitUntilGone('dialog')
    await changesWaiting(page, 1)

    network.set('none')
    await changesWaiting(page, 0)
    const after = await reports()
    expect(after).toHaveLength(before + 1)
    const [made] = after
    expect(made?.defects.map(({ urgency }) => urgency)).toEqual(['major'])
    expect(made?.attachments).toHaveLength(1)
  })
}
