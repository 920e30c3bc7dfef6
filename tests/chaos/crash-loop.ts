import { startBrowser } from '#e2e/support/browser.ts'
import { tearIndexedDb } from '#e2e/support/device/damage.ts'
import { usedDevice } from '#e2e/support/device/used-device.ts'
import { apiAs } from '#e2e/support/server/api.ts'
import { startServer } from '#e2e/support/server/server.ts'
import { startUnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { randomFrom } from '#server/demo/random.ts'
import { type BrowserWorld, goodWeather, liveAndDie, openSchedule } from './browser-life.ts'
import { allNotes } from './day-notes.ts'
import { judge, Ledger, underMoreThanOneKey } from './ledger.ts'
import { whatIsLeft } from './outbox-at-rest.ts'
import type { LoopReport } from './report.ts'
import type { ChaosSettings } from './settings.ts'

/** High enough for the whole week of every driver to be in view. */
const TALL = 3_600
/** How long what waits may take in good weather, in milliseconds. */
const SETTLES_WITHIN = 180_000

/** In good weather: until nothing waits. Answers what the app has to say that it should not have to. */
async function comeToRest(world: BrowserWorld): Promise<readonly string[]> {
  goodWeather(world)
  await world.browser.relaunch()
  const page = world.browser.page()
  await openSchedule(world, page)
  const left = await whatIsLeft(page, SETTLES_WITHIN)
  // What may be gone is asked of the server first.
  await page.getByText('may be gone').waitFor({ state: 'hidden' })
  const said = await page.getByRole('alert').allTextContents()
  return [...said, ...left]
}

/**
 * Lives of one browser profile, each ended by SIGKILL over an unlucky network; before a third of them IndexedDB's log is
 * torn. Then good weather, and the server is asked what it has.
 */
export async function crashLoop({ lives, seed }: ChaosSettings): Promise<LoopReport> {
  const began = performance.now()
  const random = randomFrom(`browser/${seed}`)
  const server = await startServer()
  const network = await startUnreliableProxy(server.port)
  const device = await usedDevice({ url: network.url }, 'dispatcher')
  const browser = await startBrowser({ url: network.url, height: TALL, copyOf: device.profile })
  await browser.close()
  const world: BrowserWorld = {
    browser,
    network,
    ledger: new Ledger(),
    figures: { signIns: 0, killedAtStart: 0, letGo: 0 },
  }
  let torn = 0
  try {
    for (let life = 1; life <= lives; life += 1) {
      if (life > 1 && random.chance(1 / 3)) {
        await tearIndexedDb(browser.profile)
        torn += 1
      }
      await liveAndDie(world, life, random.branch(life))
      if (life % 10 === 0) console.log(`  ${life} lives, ${world.ledger.all().length} changes`)
    }
    const said = await comeToRest(world)
    const api = await apiAs(server, 'dispatcher')
    const notes = await allNotes(api, world.ledger)
    const judgment = judge(world.ledger, (record) => notes.get(record) ?? [])
    const sendings = [...network.arrivals().values()].reduce((sum, times) => sum + times, 0)
    return {
      title: 'SIGKILLed browser',
      figures: {
        lives,
        'of them killed while they started': world.figures.killedAtStart,
        'torn logs': torn,
        'signed in again': world.figures.signIns,
        'held, and let go': world.figures.letGo,
        'changes made': world.ledger.all().length,
        accepted: judgment.accepted,
        'applied, each once': judgment.applied,
        'taken over by a later one that waited with it': judgment.merged,
        'not yet accepted, applied once': judgment.unspoken,
        'keys at the server': network.arrivals().size,
        sendings,
        seconds: Math.round((performance.now() - began) / 1000),
      },
      breaches: [
        // A hand that finds no door keeps every promise.
        ...(judgment.accepted === 0 ? ['Nothing was changed: nothing was shown'] : []),
        ...judgment.breaches,
        ...underMoreThanOneKey(world.ledger, network.bodies()),
        ...said,
      ],
    }
  } finally {
    await browser.dispose()
    await device.dispose()
    await network.close()
    await server.dispose()
  }
}
