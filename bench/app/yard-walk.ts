import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page as Tab } from '@playwright/test'
import type { Page } from '#contract/wire/page.ts'
import { DEMO_PASSWORD } from '#server/demo/company/demo-accounts.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { startChromiumIn } from './browser.ts'

const SLOWDOWNS = settings.slowdowns ?? [1, 4]
/** A yard of usual size. */
const DRIVERS = 60
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Counts taps, and sums up the time from each tap until the app shows what it leads to. */
class Taps {
  count = 0
  appMs = 0
  async wait(shown: Locator, act: () => Promise<unknown>): Promise<void> {
    const began = performance.now()
    await act()
    await shown.waitFor()
    this.appMs += performance.now() - began
  }
  async tap(target: Locator, shown: Locator): Promise<void> {
    this.count += 1
    await this.wait(shown, () => target.tap())
  }
}

async function openPhone(folder: string): Promise<{ readonly context: BrowserContext; readonly tab: Tab }> {
  const context = await startChromiumIn(folder, PHONE)
  return { context, tab: context.pages()[0] ?? (await context.newPage()) }
}

/** A fleet manager's phone that has everything stored. Returns its folder. */
async function preparedPhone(app: ServedApp): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-yard-'))
  const { context, tab } = await openPhone(folder)
  await tab.goto(`${app.origin}/login`)
  await tab.getByLabel('Email').fill('manager@haulyard.example')
  await tab.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await tab.getByLabel('Remember me').check()
  await tab.getByRole('button', { name: 'Login' }).click()
  await tab.waitForURL((url) => !url.pathname.startsWith('/login'))
  await tab.goto(`${app.origin}/device`)
  await tab.getByText(/^Saved for offline/).waitFor({ timeout: 180_000 })
  await context.close()
  return folder
}

/** The number of a truck. */
async function aTruck(app: ServedApp): Promise<string> {
  const answer = await fetch(`${app.origin}/api/trucks/mini-list/?limit=1`, { headers: app.headers })
  const { results } = (await answer.json()) as Page<{ readonly number: string }>
  return results[0]?.number ?? ''
}

/** A clean walk-around from a cold start without a network, and the way to a truck. */
async function walk(app: ServedApp, folder: string, slowdown: number) {
  const number = await aTruck(app)
  const { context, tab } = await openPhone(folder)
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await context.setOffline(true)
  const clean = new Taps()
  const begin = tab.getByRole('link', { name: 'Walk-around', exact: true }).first()
  await clean.wait(begin, () => tab.goto(app.origin, { waitUntil: 'commit' }))
  const start = clean.appMs
  const find = tab.getByRole('combobox')
  await clean.tap(begin, find)
  const unit = tab.getByRole('option', { name: new RegExp(`^${number}( |$)`) })
  await clean.wait(unit, () => find.fill(number))
  const rest = tab.getByRole('button', { name: 'All OK' })
  await clean.tap(unit, rest)
  const save = tab.getByRole('button', { name: 'Approve and save', exact: true })
  await clean.tap(rest, tab.getByText('11 of 11 checked'))
  await clean.tap(save, tab.getByText(/^Saved on this device/))
  const found = new Taps()
  const search = tab.getByRole('searchbox', { name: 'Find' })
  await found.tap(tab.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Trucks' }), search)
  const card = tab.getByRole('article', { name: `Truck ${number}`, exact: true })
  await found.tap(search, search)
  await found.wait(card, () => search.fill(number))
  // The report goes out before the next round.
  await context.setOffline(false)
  await tab.getByRole('link', { name: /^Outbox$/ }).waitFor({ timeout: 120_000 })
  await context.close()
  return {
    'start, ms': start,
    'clean walk-around with the start, ms': clean.appMs,
    'clean walk-around, taps': clean.count,
    'way to a truck, ms': found.appMs,
    'way to a truck, taps': found.count,
  }
}

/** Times a fleet manager's phone in a yard without a network. The app must be built. */
export async function measureYardWalk(): Promise<void> {
  const app = await servedApp(DRIVERS)
  const folder = await preparedPhone(app)
  try {
    const results = await inRounds(
      settings.rounds,
      SLOWDOWNS.map((slowdown) => ({ name: `${slowdown}×`, measure: () => walk(app, folder, slowdown) })),
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
    rmSync(folder, { recursive: true, force: true })
  }
}
