import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRounds, printTable, shown } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { firstRow, opened, tabOf, workerHolds } from './app-start.ts'
import { signInOn, startChromiumIn } from './browser.ts'
import { bundled } from './bundled.ts'

const SLOWDOWNS = settings.slowdowns ?? [1, 6]
/** The most that is kept is 200 MB; the app's own answers need some of that. */
const MEGABYTES = settings.megabytes ?? [1, 195]

/** A browser's folder in which the drivers were read, and so much is kept beside them. Answers where it is. */
async function usedFolder(app: ServedApp, megabytes: number, row: string, script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'haulyard-bench-'))
  const browser = await startChromiumIn(folder)
  const first = await browser.newPage()
  await signInOn(first, app)
  const tab = await tabOf(browser, 1, row)
  await opened(tab, `${app.origin}/drivers/`)
  await workerHolds(tab)
  await tab.evaluate(script)
  const names = await tab.evaluate(async () => (await indexedDB.databases()).map((one) => one.name ?? ''))
  const user = names.find((one) => one.startsWith('haulyard-cache-'))?.replace('haulyard-cache-', '')
  if (user === undefined) throw new Error('the app keeps nothing')
  await tab.evaluate(([who, size]) => Reflect.get(globalThis, 'fillStore')(who, size), [user, megabytes] as const)
  await browser.close()
  return folder
}

/** Opens the drivers without a network, in a browser that was just started. */
async function openedOffline(app: ServedApp, folder: string, slowdown: number, row: string) {
  const browser = await startChromiumIn(folder)
  await browser.setOffline(true)
  const seen = await opened(await tabOf(browser, slowdown, row), `${app.origin}/drivers/`)
  await browser.close()
  return { frame: seen.frame, rows: seen.usable }
}

/** Whether the first frame without a network waits for how much is kept. The app must be built. */
export async function measureStoredStart(): Promise<void> {
  const app = await servedApp()
  const folders: string[] = []
  try {
    const [row, script] = [await firstRow(app), await bundled('store-page')]
    for (const megabytes of MEGABYTES) folders.push(await usedFolder(app, megabytes, row, script))
    const cases = SLOWDOWNS.flatMap((slowdown) => folders.map((folder, at) => ({ folder, at, slowdown })))
    // The first start after so much was written tidies up.
    for (const folder of folders) await openedOffline(app, folder, 1, row)
    const results = await inRounds(
      settings.rounds,
      cases.map(({ folder, at, slowdown }) => ({
        name: `${at}/${slowdown}`,
        measure: () => openedOffline(app, folder, slowdown, row),
      })),
    )
    printTable(`Opening without a network, ms, medians of ${settings.rounds} rounds`, [
      ['MB kept', 'CPU slower', 'first frame', 'rows', `against ${MEGABYTES[0]} MB: first frame`, 'rows'],
      ...cases.map(({ at, slowdown }, index) => {
        const number = (name: string, of = index) => results[of]?.[name] ?? Number.NaN
        const least = cases.findIndex((one) => one.slowdown === slowdown)
        const ratio = (name: string) => `${shown(number(name) / number(name, least))}×`
        const [frame, rows] = [shown(number('frame')), shown(number('rows'))]
        return [String(MEGABYTES[at]), `${slowdown}×`, frame, rows, ratio('frame'), ratio('rows')]
      }),
    ])
  } finally {
    await app.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
