import { startBrowser } from '#e2e/support/browser.ts'
import { tearIndexedDb } from '#e2e/support/device/damage.ts'
import { usedDevice } from '#e2e/support/device/used-device.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import { type Server, startServer } from '#e2e/support/server/server.ts'
import { startUnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { type Random, randomFrom } from '#server/demo/random.ts'
import { type BrowserWorld, endTrouble, openSchedule, runLife } from './browser-life.ts'
import { type Colleagues, colleagueFigures, startColleagues } from './colleagues.ts'
import { allNotes } from './day-notes.ts'
import { compareDevice, comparisonFigures } from './device-at-rest.ts'
import { judge, Ledger, sentUnderSeveralKeys } from './ledger.ts'
import { remainingEntries } from './outbox-at-rest.ts'
import type { LoopReport } from './report.ts'
import type { ChaosSettings } from './settings.ts'

/** A window height in pixels at which the whole week of every driver is in view. */
const WINDOW_HEIGHT = 3_600
/** The maximum time for the outbox to empty without network trouble, in milliseconds. */
const MAX_EMPTYING_MS = 180_000

/** The app's reply to the user who sends held changes. It is no sign of trouble. */
const SENT = /^\d+ changes? (?:is|are) being sent\.$/

/** Ends the trouble and waits until the outbox is empty. Returns the alerts and entries that remain: none should. */
async function waitForEmptyOutbox(world: BrowserWorld): Promise<readonly string[]> {
  endTrouble(world)
  await world.browser.relaunch()
  const page = world.browser.page()
  await openSchedule(world, page)
  const entries = await remainingEntries(page, MAX_EMPTYING_MS)
  // The app shows this text while it asks the server about possibly lost changes.
  await page.getByText('may be gone').waitFor({ state: 'hidden' })
  const alerts = await page.getByRole('alert').allTextContents()
  return [...alerts.filter((text) => !SENT.test(text)), ...entries]
}

/** Runs the lives. Before a third of them IndexedDB's log is torn. Returns how often that was. */
async function runLives(world: BrowserWorld, lives: number, random: Random): Promise<number> {
  let torn = 0
  for (let life = 1; life <= lives; life += 1) {
    if (life > 1 && random.chance(1 / 3)) {
      await tearIndexedDb(world.browser.profile)
      torn += 1
    }
    await runLife(world, life, random.branch(life))
    if (life % 10 === 0) console.log(`  ${life} lives, ${world.ledger.all().length} changes`)
  }
  return torn
}

/** What the user's changes became at the server. */
async function judgeUser({ ledger, network, figures }: BrowserWorld, api: Api) {
  const notes = await allNotes(api, ledger)
  const judgment = judge(ledger, (record) => notes.get(record) ?? [])
  const requests = [...network.arrivals().values()].reduce((sum, times) => sum + times, 0)
  return {
    figures: {
      'signed in again': figures.signIns,
      'held changes released': figures.releases,
      'changes made': ledger.all().length,
      accepted: judgment.accepted,
      'applied, each once': judgment.applied,
      'merged into a later one': judgment.merged,
      'applied before they were accepted, each once': judgment.appliedUnaccepted,
      'keys that reached the server': network.arrivals().size,
      'times a key reached the server': requests,
    },
    breaches: [
      ...(judgment.accepted === 0 ? ['No change was accepted: the run proves nothing'] : []),
      ...judgment.breaches,
      ...sentUnderSeveralKeys(ledger, network.bodies()),
    ],
  }
}

/** Runs the lives and compares everything. The colleagues stop once the outbox is empty. */
async function runAndReport(
  world: BrowserWorld,
  { server, colleagues }: { readonly server: Server; readonly colleagues: Colleagues },
  { lives, random }: { readonly lives: number; readonly random: Random },
): Promise<Pick<LoopReport, 'figures' | 'breaches'>> {
  const torn = await runLives(world, lives, random)
  const unexpected = await waitForEmptyOutbox(world)
  await colleagues.stop()
  const api = await apiAs(server, 'dispatcher')
  const device = await compareDevice(world.browser, world.network, api)
  const user = await judgeUser(world, api)
  const others = await colleagues.judge(api)
  return {
    figures: {
      lives,
      'of them killed while they started': world.figures.killedAtStart,
      'torn logs': torn,
      ...user.figures,
      ...colleagueFigures(others),
      ...comparisonFigures(device),
    },
    breaches: [...user.breaches, ...unexpected, ...others.breaches, ...device.breaches],
  }
}

/**
 * Runs a number of lives of one browser profile on a troubled network while colleagues change the same company. A life
 * begins with the browser's start and ends with SIGKILL. Afterward the trouble ends, and both ledgers and the device are
 * compared with the server.
 */
export async function crashLoop({ lives, seed }: ChaosSettings): Promise<LoopReport> {
  const startedAt = performance.now()
  const random = randomFrom(`browser/${seed}`)
  const server = await startServer()
  const network = await startUnreliableProxy(server.port)
  const device = await usedDevice({ url: network.url }, 'dispatcher')
  const browser = await startBrowser({ url: network.url, height: WINDOW_HEIGHT, copyOf: device.profile })
  await browser.close()
  const world: BrowserWorld = {
    browser,
    network,
    ledger: new Ledger(),
    figures: { signIns: 0, killedAtStart: 0, releases: 0 },
  }
  const colleagues = await startColleagues(server, random.branch('colleagues'))
  try {
    const { figures, breaches } = await runAndReport(world, { server, colleagues }, { lives, random })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    return { title: 'SIGKILLed browser', figures: { ...figures, seconds }, breaches }
  } finally {
    await colleagues.stop()
    await browser.dispose()
    await device.dispose()
    await network.close()
    await server.dispose()
  }
}
