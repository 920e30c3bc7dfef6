import { randomUUID } from 'node:crypto'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { startBrowser, type UserBrowser } from '#e2e/support/browser.ts'
import { usedDevice } from '#e2e/support/device/used-device.ts'
import { apiAs } from '#e2e/support/server/api.ts'
import { ACCOUNTS, PASSWORD, type Server, startServer } from '#e2e/support/server/server.ts'
import { isOutboxChange, startUnreliableProxy, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { type Random, randomFrom } from '#server/demo/random.ts'
import { type Colleagues, colleagueFigures, startColleagues } from './colleagues.ts'
import { allNotes, daysOnScreen, noteOf, writeNote } from './day-notes.ts'
import { compareDevice, comparisonFigures } from './device-at-rest.ts'
import { judge, Ledger, mergedAway, sentUnderSeveralKeys } from './ledger.ts'
import { remainingEntries } from './outbox-at-rest.ts'
import type { LoopReport } from './report.ts'
import type { ChaosSettings } from './settings.ts'

const WINDOW_HEIGHT = 3_600
/** In one life out of this many, the app sends the change; in the others, this program sends it. */
const BROWSER_EVERY = 10
/** The maximum number of changes under way when the server is killed. */
const MAX_AT_ONCE = 3
/** The maximum time in milliseconds from the request to a kill, which comes before, in or after the transaction. */
const RANDOM_MOMENT_MS = 25
const PATIENCE_MS = 30_000

interface World {
  readonly server: Server
  readonly network: UnreliableProxy
  readonly browser: UserBrowser
  readonly ledger: Ledger
  readonly device: string
  readonly days: readonly ScheduleDay[]
  readonly colleagues: Colleagues
  seq: number
  readonly figures: { replayed: number; firstTime: number; byBrowser: number; between: number }
}

interface Change {
  readonly key: string
  readonly seq: number
  readonly day: ScheduleDay
  readonly note: string
  readonly accept: () => void
}

async function tokenOf(server: Server): Promise<string> {
  const answer = await fetch(`${server.url}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ACCOUNTS.dispatcher, password: PASSWORD }),
  })
  return ((await answer.json()) as { access: string }).access
}

/** Sends a change once, with the headers that the app uses. */
function send({ network, device }: World, token: string, { key, seq, day, note }: Change): Promise<Response> {
  return fetch(`${network.url}/api/schedule/${day.id}/`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': `"${key}"`,
      'device-id': device,
      'device-seq': String(seq),
    },
    body: JSON.stringify({ description: note }),
    signal: AbortSignal.timeout(20_000),
  })
}

/** Checks without pauses, so that the next step follows immediately. Throws when the condition is not met in time. */
async function until(isMet: () => boolean, what: string): Promise<void> {
  const last = performance.now() + PATIENCE_MS
  while (!isMet()) {
    if (performance.now() > last) throw new Error(`${what}: not within ${PATIENCE_MS} ms`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Sends changes, kills the server meanwhile, and sends them again after its restart, when each must be accepted. */
async function liveByHttp(world: World, life: number, random: Random): Promise<void> {
  const { network, server, ledger } = world
  const places = random.shuffled(world.days).slice(0, random.whole(1, MAX_AT_ONCE))
  const changes = places.map((day, at): Change => {
    const note = noteOf(life, at + 1)
    world.seq += 1
    return { key: randomUUID(), seq: world.seq, day, note, accept: ledger.begin(`${day.driver}/${day.date}`, note) }
  })
  // A token is valid for minutes, and the loop takes longer.
  const token = await tokenOf(server)
  network.set('hold_answer', isOutboxChange)
  const first = Promise.allSettled(changes.map((change) => send(world, token, change)))
  const isBetween = random.chance(2 / 3)
  if (isBetween) await until(() => network.heldResponseCount() === changes.length, `life ${life}: the answers`)
  else await new Promise((resolve) => setTimeout(resolve, random.whole(0, RANDOM_MOMENT_MS)))
  await server.stop('SIGKILL')
  network.set('none')
  await first
  await server.start()
  for (const change of changes) {
    const again = await send(world, token, change)
    if (again.status !== 200) throw new Error(`${change.note}: ${again.status} ${await again.text()}`)
    change.accept()
    if (again.headers.get('idempotency-replayed') === 'true') world.figures.replayed += 1
    else world.figures.firstTime += 1
  }
  if (isBetween) world.figures.between += 1
}

/** The same with the app as the sender: it is not told about the kill and must recover on its own. */
async function liveByBrowser(world: World, life: number, random: Random): Promise<void> {
  const { network, server, browser, ledger } = world
  const page = browser.page()
  await page.goto('/schedule?tab=edit')
  await page.getByRole('gridcell').first().waitFor()
  network.set('hold_answer', isOutboxChange)
  await writeNote(page, random.pick(await daysOnScreen(page)), noteOf(life, 1), ledger)
  await until(() => network.heldResponseCount() === 1, `life ${life}: the answer`)
  await server.stop('SIGKILL')
  network.set('none')
  await server.start()
  const left = await remainingEntries(page, 60_000)
  if (left.length > 0) throw new Error(`life ${life}: ${left.join('; ')}`)
  world.figures.byBrowser += 1
  world.figures.between += 1
}

/** Starts everything that a run needs, and finds this week's existing days. */
async function prepare(
  { databaseUrl }: ChaosSettings,
  random: Random,
): Promise<World & { readonly dispose: () => Promise<void> }> {
  const server = await startServer(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl })
  const network = await startUnreliableProxy(server.port)
  const used = await usedDevice({ url: network.url }, 'dispatcher')
  const browser = await startBrowser({ url: network.url, height: WINDOW_HEIGHT, copyOf: used.profile })
  const api = await apiAs(server, 'dispatcher')
  const rows = (await api.schedule()).flatMap((one) => one.drivers)
  const colleagues = await startColleagues(server, random.branch('colleagues'))
  return {
    server,
    network,
    browser,
    ledger: new Ledger(),
    device: randomUUID(),
    days: rows.flatMap((driver) => driver.days),
    colleagues,
    seq: 0,
    figures: { replayed: 0, firstTime: 0, byBrowser: 0, between: 0 },
    async dispose() {
      await colleagues.stop()
      await browser.dispose()
      await used.dispose()
      await network.close()
      await server.dispose()
    },
  }
}

async function reportOf(world: World, lives: number, began: number): Promise<LoopReport> {
  const { server, network, browser, ledger, colleagues } = world
  await browser.page().goto('/drivers')
  await colleagues.stop()
  const api = await apiAs(server, 'dispatcher')
  const device = await compareDevice(browser, network, api)
  const others = await colleagues.judge(api)
  const notes = await allNotes(api, ledger)
  const judgment = judge(ledger, (record) => notes.get(record) ?? [])
  return {
    title: 'SIGKILLed server',
    figures: {
      lives,
      'killed between effect and answer': world.figures.between,
      'with the app as the sender': world.figures.byBrowser,
      accepted: judgment.accepted,
      'applied, each once': judgment.applied,
      'answered again from what was stored': world.figures.replayed,
      'made by the second sending': world.figures.firstTime,
      ...colleagueFigures(others),
      ...comparisonFigures(device),
      seconds: Math.round((performance.now() - began) / 1000),
    },
    breaches: [
      ...judgment.breaches,
      ...sentUnderSeveralKeys(ledger, network.bodies()),
      ...mergedAway(judgment),
      ...others.breaches,
      ...device.breaches,
    ],
  }
}

/** Runs a number of lives of one server on the same data while colleagues change it too, each ended by SIGKILL, most between commit and response. */
export async function serverLoop(settings: ChaosSettings): Promise<LoopReport> {
  const began = performance.now()
  const random = randomFrom(`server/${settings.seed}`)
  const world = await prepare(settings, random)
  try {
    for (let life = 1; life <= settings.serverLives; life += 1) {
      const live = life % BROWSER_EVERY === 0 ? liveByBrowser : liveByHttp
      await live(world, life, random.branch(life))
      if (life % 10 === 0) console.log(`  ${life} lives, ${world.ledger.all().length} changes`)
    }
    return await reportOf(world, settings.serverLives, began)
  } finally {
    await world.dispose()
  }
}
