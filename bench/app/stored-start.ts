import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { firstRowText, openAndTime, waitForWorker, watchedTab } from './app-start.ts'
import { signInOn, startChromiumIn } from './browser.ts'
import { bundlePage } from './bundle-page.ts'

const SLOWDOWNS = settings.slowdowns ?? [1, 6]
/** The device stores at most 200 MB, and the app's own responses need some of that. */
const MEGABYTES = settings.megabytes ?? [1, 195]

/** Creates a browser folder with stored drivers and this many MB of other responses. Returns its path. */
async function createFilledFolder(app: ServedApp, megabytes: number, row: string, script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'haulyard-bench-'))
  const browser = await startChromiumIn(folder)
  const first = await browser.newPage()
  await signInOn(first, app)
  const tab = await watchedTab(browser, 1, row)
  await openAndTime(tab, `${app.origin}/drivers/`)
  await waitForWorker(tab)
  await tab.evaluate(script)
  const names = await tab.evaluate(async () => (await indexedDB.databases()).map((one) => one.name ?? ''))
  const user = names.find((one) => one.startsWith('haulyard-cache-'))?.replace('haulyard-cache-', '')
  if (user === undefined) throw new Error('the app keeps nothing')
  await tab.evaluate(([owner, size]) => Reflect.get(globalThis, 'fillStore')(owner, size), [user, megabytes] as const)
  await browser.close()
  return folder
}

/** Opens the drivers without a network in a newly started browser. */
async function openOffline(app: ServedApp, folder: string, slowdown: number, row: string) {
  const browser = await startChromiumIn(folder)
  await browser.setOffline(true)
  const times = await openAndTime(await watchedTab(browser, slowdown, row), `${app.origin}/drivers/`)
  await browser.close()
  return { frame: times.frame, rows: times.usable }
}

/** Shows whether the first frame without a network depends on how much is stored. The app must be built. */
export async function measureStoredStart(): Promise<void> {
  const app = await servedApp()
  const folders: string[] = []
  try {
    const [row, script] = [await firstRowText(app), await bundlePage('store-page')]
    for (const megabytes of MEGABYTES) folders.push(await createFilledFolder(app, megabytes, row, script))
    const cases = SLOWDOWNS.flatMap((slowdown) => folders.map((folder, at) => ({ folder, at, slowdown })))
    // The first start after so many writes also cleans up, so it is not measured.
    for (const folder of folders) await openOffline(app, folder, 1, row)
    const results = await inRounds(
      settings.rounds,
      cases.map(({ folder, at, slowdown }) => ({
        name: `${at}/${slowdown}`,
        measure: () => openOffline(app, folder, slowdown, row),
      })),
    )
    printTable(`Opening without a network, ms, medians of ${settings.rounds} rounds`, [
      ['MB kept', 'CPU slower', 'first frame', 'rows', `against ${MEGABYTES[0]} MB: first frame`, 'rows'],
      ...cases.map(({ at, slowdown }, index) => {
        const number = (name: string, of = index) => results[of]?.[name] ?? Number.NaN
        const least = cases.findIndex((one) => one.slowdown === slowdown)
        const ratio = (name: string) => `${formatNumber(number(name) / number(name, least))}×`
        const [frame, rows] = [formatNumber(number('frame')), formatNumber(number('rows'))]
        return [String(MEGABYTES[at]), `${slowdown}×`, frame, rows, ratio('frame'), ratio('rows')]
      }),
    ])
  } finally {
    await app.close()
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
