import type { Browser } from '@playwright/test'
import { firstRow, opened, tabOf, workerHolds } from './app-start.ts'
import { type SignedInState, signedIn, startChromium } from './browser.ts'
import { bundled } from './bundled.ts'
import { inRounds, printTable, shown } from './measure.ts'
import { type ServedApp, servedApp } from './served-app.ts'
import { settings } from './settings.ts'

const SLOWDOWNS = [1, 6]
/** The most that is kept is 50 MB; the app's own answers need some of that. */
const MEGABYTES = [1, 48]

interface Stored {
  readonly app: ServedApp
  readonly browser: Browser
  readonly state: SignedInState
  readonly row: string
  readonly script: string
}

/** Opens the drivers without a network, beside so much that is kept. */
async function openedOffline({ app, browser, state, row, script }: Stored, megabytes: number, slowdown: number) {
  const context = await browser.newContext({ storageState: state })
  const url = `${app.origin}/drivers/`
  const first = await tabOf(context, 1, row)
  await opened(first, url)
  await workerHolds(first)
  await first.evaluate(script)
  const name = await first.evaluate(async () => (await indexedDB.databases()).map((one) => one.name ?? ''))
  const user = name.find((one) => one.startsWith('haulyard-cache-'))?.replace('haulyard-cache-', '')
  if (user === undefined) throw new Error('the app keeps nothing')
  await first.evaluate(([who, size]) => Reflect.get(globalThis, 'fillStore')(who, size), [user, megabytes] as const)
  await first.close()
  await context.setOffline(true)
  const seen = await opened(await tabOf(context, slowdown, row), url)
  await context.close()
  return { frame: seen.frame, rows: seen.usable }
}

/** Whether the first frame without a network waits for how much is kept. The app must be built. */
export async function measureStoredStart(): Promise<void> {
  const app = await servedApp()
  const browser = await startChromium()
  try {
    const state = await signedIn(browser, app)
    const stored = { app, browser, state, row: await firstRow(app), script: await bundled('store-page') }
    const cases = SLOWDOWNS.flatMap((slowdown) => MEGABYTES.map((megabytes) => ({ megabytes, slowdown })))
    const results = await inRounds(
      settings.rounds,
      cases.map(({ megabytes, slowdown }) => ({
        name: `${megabytes}`,
        measure: () => openedOffline(stored, megabytes, slowdown),
      })),
    )
    printTable(`Opening without a network, ms, medians of ${settings.rounds} rounds`, [
      ['MB kept', 'CPU slower', 'first frame', 'rows', `first frame against ${MEGABYTES[0]} MB`],
      ...cases.map(({ megabytes, slowdown }, index) => {
        const number = (name: string, of = index) => results[of]?.[name] ?? Number.NaN
        const least = cases.findIndex((one) => one.slowdown === slowdown)
        const ratio = `${shown(number('frame') / number('frame', least))}×`
        return [String(megabytes), `${slowdown}×`, shown(number('frame')), shown(number('rows')), ratio]
      }),
    ])
  } finally {
    await browser.close()
    await app.close()
  }
}
