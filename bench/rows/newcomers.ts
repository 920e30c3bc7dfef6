import { setTimeout as pause } from 'node:timers/promises'
import { signedInState, startChromium } from '../app/browser.ts'
import { poolSamples } from '../figures.ts'
import { formatNumber, median, printTable, quantile } from '../measure.ts'
import { type ServedApp, servedApp, signInAs } from '../served-app.ts'
import { settings } from '../settings.ts'
import type { Arrivals, Arrived } from './arriving.ts'
import { type Beside, startBeside } from './beside.ts'
import { mixedChanges } from './colleagues.ts'
import type { CallTimes, WorkRequest } from './working.ts'

/** How long people work without newcomers, in ms. */
const QUIET_MS = 10_000
/** The lists that the people at work read. */
const PATHS = [
  '/api/drivers/?limit=50',
  '/api/trucks/?limit=50',
  '/api/schedule/?limit=10',
  '/api/trailers/?limit=50',
  '/api/dispatchers/?limit=50',
  '/api/drivers/?limit=50&search=ma',
]
/** More changes than the people make in one round. */
const CHANGES = 2_000

type Working = Beside<WorkRequest, CallTimes | null>
type Arriving = Beside<Arrivals, readonly Arrived[]>

/** The address from which a new device fetches all lists, as the app requests it. */
async function addressOfAllLists(app: ServedApp): Promise<string> {
  const browser = await startChromium()
  try {
    const context = await browser.newContext({ storageState: await signedInState(browser, app) })
    const tab = await context.newPage()
    const asked = context.waitForEvent('request', { predicate: (one) => one.url().includes('/api/pages/') })
    await tab.goto(`${app.origin}/drivers/`)
    return (await asked).url()
  } finally {
    await browser.close()
  }
}

/** The times of the people's calls while `act` runs. */
async function workDuring(app: ServedApp, working: Working, act: () => Promise<void>): Promise<CallTimes> {
  const [as, changes] = [{ origin: app.origin, headers: app.headers }, await mixedChanges(app, CHANGES)]
  await working.ask({ act: 'start', as, paths: PATHS, changes })
  await act()
  const times = await working.ask({ act: 'stop' })
  if (times === null) throw new Error('no one worked')
  return times
}

async function measureRound(
  app: ServedApp,
  { working, arriving, url }: { working: Working; arriving: Arriving; url: string },
) {
  const tokens: string[] = []
  for (let count = 0; count < settings.newcomers; count++) tokens.push(await signInAs(app.origin))
  const alone = await workDuring(app, working, () => pause(QUIET_MS))
  let arrived: readonly Arrived[] = []
  const beside = await workDuring(app, working, async () => {
    arrived = await arriving.ask({ url, tokens })
  })
  const [bytes, seconds] = [arrived.map((one) => one.bytes), arrived.map((one) => one.seconds)]
  if (Math.min(...bytes) < 0.9 * Math.max(...bytes)) throw new Error('a new device received less than the others')
  return {
    'lists, nothing else': alone.lists,
    'lists, beside newcomers': beside.lists,
    'changes, nothing else': alone.changes,
    'changes, beside newcomers': beside.changes,
    'all lists of a newcomer, s': seconds,
    'all newcomers, s': [Math.max(...seconds)],
    'MB for each newcomer': [median(bytes) / 1e6],
  }
}

/** Times the calls of people at work while many new devices fetch all lists at once. The app must be built. */
export async function measureNewcomers(): Promise<void> {
  const app = await servedApp()
  const [working, arriving]: [Working, Arriving] = [startBeside('working'), startBeside('arriving')]
  try {
    const url = await addressOfAllLists(app)
    const samples = await poolSamples(settings.rounds, () => measureRound(app, { working, arriving, url }))
    const ratio = (of: string, share: number) =>
      quantile(samples[`${of}, beside newcomers`] ?? [], share) / quantile(samples[`${of}, nothing else`] ?? [], share)
    printTable(`${settings.newcomers} newcomers, ${settings.drivers} drivers, ms`, [
      ['', 'n', 'p50', 'p95', 'worst'],
      ...Object.entries(samples).map(([name, values]) => {
        const cells = [quantile(values, 0.5), quantile(values, 0.95), Math.max(...values)]
        return [name, String(values.length), ...cells.map(formatNumber)]
      }),
      ...['lists', 'changes'].map((of) => [
        `${of}, ratio`,
        '',
        ...[0.5, 0.95].map((share) => `${formatNumber(ratio(of, share))}×`),
        '',
      ]),
    ])
  } finally {
    working.end()
    arriving.end()
    await app.close()
  }
}
