import { rmSync } from 'node:fs'
import type { Page as Tab } from '@playwright/test'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { Taps } from './taps.ts'
import { atRest, openInDeadZone, preparedPhone, sendAndClose, type YardPhone } from './yard-phone.ts'

const SLOWDOWNS = settings.slowdowns ?? [1, 4]
/** A yard of usual size. */
const DRIVERS = 60
const PHOTOS = 4
const PARTS = 11

/** From the start of the app to the form of the unit. Returns how long the start took, in milliseconds. */
async function beginWalk(tab: Tab, taps: Taps, { origin, number }: YardPhone): Promise<number> {
  const begin = tab.getByRole('link', { name: 'Walk-around', exact: true }).first()
  await taps.wait(begin, () => tab.goto(origin, { waitUntil: 'commit' }))
  const start = taps.appMs
  const find = tab.getByRole('combobox')
  await taps.tap(begin, find)
  const unit = tab.getByRole('option', { name: new RegExp(`^${number}( |$)`) })
  await taps.wait(unit, () => find.fill(number))
  await taps.tap(unit, tab.getByRole('button', { name: 'All OK' }))
  return start
}

/** Marks all parts that have no mark, and saves the report. */
async function endWalk(tab: Tab, taps: Taps): Promise<void> {
  const rest = tab.getByRole('button', { name: /^(?:All|The rest) OK$/ })
  await taps.tap(rest, tab.getByText(`${PARTS} of ${PARTS} checked`))
  const save = tab.getByRole('button', { name: 'Approve and save', exact: true })
  await taps.tap(save, tab.getByText(/^Saved on this device/))
}

/** A clean walk-around from a cold start without a network, and the way to a truck. */
async function cleanWalk(phone: YardPhone, slowdown: number) {
  const started = await openInDeadZone(phone, { slowdown })
  const { tab } = started
  const clean = new Taps()
  const start = await beginWalk(tab, clean, phone)
  await endWalk(tab, clean)
  const found = new Taps()
  const search = tab.getByRole('searchbox', { name: 'Find' })
  await found.tap(tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Trucks' }), search)
  const card = tab.getByRole('article', { name: `Truck ${phone.number}`, exact: true })
  await found.tap(search, search)
  await found.wait(card, () => search.fill(phone.number))
  await sendAndClose(started)
  return {
    'start, ms': start,
    'clean walk-around with the start, ms': clean.appMs,
    'clean walk-around, taps': clean.count,
    'way to a truck, ms': found.appMs,
    'way to a truck, taps': found.count,
  }
}

/** A walk-around with a major defect and four photos from a cold start without a network. */
async function defectWalk(phone: YardPhone, slowdown: number) {
  const started = await openInDeadZone(phone, { slowdown })
  const { tab } = started
  const taps = new Taps()
  await beginWalk(tab, taps, phone)
  const part = tab.getByRole('radiogroup', { name: 'Tires', exact: true })
  const major = tab.getByRole('radio', { name: 'Major' })
  await taps.tap(part.getByRole('radio', { name: 'Defect' }), major)
  await taps.tap(major, tab.getByRole('radio', { name: 'Major', checked: true }))
  const camera = tab.getByRole('dialog', { name: 'Take photos' })
  const shutter = camera.getByRole('button', { name: 'Take a photo', disabled: false })
  await taps.tap(tab.getByRole('button', { name: 'Take photos' }).first(), shutter)
  const shots = camera.getByRole('list', { name: 'Photos just taken' }).getByRole('listitem')
  for (let at = 0; at < PHOTOS; at += 1) await taps.tap(shutter, shots.nth(at))
  await taps.tap(camera.getByRole('button', { name: 'Done' }), major)
  await endWalk(tab, taps)
  await sendAndClose(started)
  return { 'with a major defect and four photos, ms': taps.appMs, 'with a major defect, taps': taps.count }
}

/** From the start page, at rest, to the page of a truck, by its label in front of the camera. */
async function scan(phone: YardPhone, slowdown: number) {
  const started = await openInDeadZone(phone, { slowdown, seesLabel: true })
  const { tab } = started
  await tab.goto(phone.origin, { waitUntil: 'commit' })
  const open = tab.getByRole('button', { name: 'Go to unit' })
  const read = tab.getByRole('dialog', { name: 'Go to unit' }).getByRole('button', { name: 'Scan a unit’s code' })
  const taps = new Taps()
  await open.waitFor()
  await atRest(tab)
  await taps.tap(open, read)
  await taps.tap(read, tab.getByRole('heading', { level: 1, name: `Truck ${phone.number}`, exact: true }))
  await started.context.close()
  return { 'truck by its label, ms': taps.appMs, 'truck by its label, taps': taps.count }
}

/** Times a fleet manager's phone in a yard without a network. The app must be built. */
export async function measureYardWalk(): Promise<void> {
  const app = await servedApp(DRIVERS)
  const phone = await preparedPhone(app)
  try {
    const measure = async (slowdown: number) => ({
      ...(await cleanWalk(phone, slowdown)),
      ...(await defectWalk(phone, slowdown)),
      ...(await scan(phone, slowdown)),
    })
    const results = await inRounds(
      settings.rounds,
      SLOWDOWNS.map((slowdown) => ({ name: `${slowdown}×`, measure: () => measure(slowdown) })),
    )
    printTable(`The yard without a network: taps, and the app's own time, medians of ${settings.rounds} rounds`, [
      ['', ...SLOWDOWNS.map((slowdown) => `CPU ${slowdown}× slower`)],
      ...Object.keys(results[0] ?? {}).map((name) => [
        name,
        ...results.map((one) => formatNumber(Reflect.get(one, name) ?? Number.NaN)),
      ]),
    ])
  } finally {
    await app.close()
    rmSync(phone.folder, { recursive: true, force: true })
  }
}
