import { startBrowser } from '#e2e/support/browser.ts'
import { tearIndexedDb } from '#e2e/support/device/damage.ts'
import { usedDevice } from '#e2e/support/device/used-device.ts'
import { apiAs } from '#e2e/support/server/api.ts'
import { startServer } from '#e2e/support/server/server.ts'
import { startUnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { randomFrom } from '#server/demo/random.ts'
import { type BrowserWorld, endTrouble, openSchedule, runLife } from './browser-life.ts'
import { allNotes } from './day-notes.ts'
import { judge, Ledger, sentUnderSeveralKeys } from './ledger.ts'
import { remainingEntries } from './outbox-at-rest.ts'
import type { LoopReport } from './report.ts'
import type { ChaosSettings } from './settings.ts'

/** A window height in pixels at which the whole week of every driver is in view. */
const WINDOW_HEIGHT = 3_600
/** The maximum time for the outbox to empty without network trouble, in milliseconds. */
const MAX_EMPTYING_MS = 180_000

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
  return [...alerts, ...entries]
}

/**
 * Runs a number of lives of one browser profile on a troubled network. A life begins with the browser's start and ends
 * with SIGKILL. Before a third of them IndexedDB's log is torn. Afterward the trouble ends, and the ledger is compared
 * with the server.
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
  let torn = 0
  try {
    for (let life = 1; life <= lives; life += 1) {
      if (life > 1 && random.chance(1 / 3)) {
        await tearIndexedDb(browser.profile)
        torn += 1
      }
      await runLife(world, life, random.branch(life))
      if (life % 10 === 0) console.log(`  ${life} lives, ${world.ledger.all().length} changes`)
    }
    const unexpected = await waitForEmptyOutbox(world)
    const api = await apiAs(server, 'dispatcher')
    const notes = await allNotes(api, world.ledger)
    const judgment = judge(world.ledger, (record) => notes.get(record) ?? [])
    const requests = [...network.arrivals().values()].reduce((sum, times) => sum + times, 0)
    return {
      title: 'SIGKILLed browser',
      figures: {
        lives,
        'of them killed while they started': world.figures.killedAtStart,
        'torn logs': torn,
        'signed in again': world.figures.signIns,
        'held changes released': world.figures.releases,
        'changes made': world.ledger.all().length,
        accepted: judgment.accepted,
        'applied, each once': judgment.applied,
        'merged into a later one': judgment.merged,
        'applied before they were accepted, each once': judgment.appliedUnaccepted,
        'keys that reached the server': network.arrivals().size,
        'times a key reached the server': requests,
        seconds: Math.round((performance.now() - startedAt) / 1000),
      },
      breaches: [
        ...(judgment.accepted === 0 ? ['No change was accepted: the run proves nothing'] : []),
        ...judgment.breaches,
        ...sentUnderSeveralKeys(world.ledger, network.bodies()),
        ...unexpected,
      ],
    }
  } finally {
    await browser.dispose()
    await device.dispose()
    await network.close()
    await server.dispose()
  }
}
