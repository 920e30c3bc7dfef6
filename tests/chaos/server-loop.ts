import { randomUUID } from 'node:crypto'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import { type PersonsBrowser, startBrowser } from '#e2e/support/browser.ts'
import { usedDevice } from '#e2e/support/device/used-device.ts'
import { type Api, apiAs } from '#e2e/support/server/api.ts'
import { ACCOUNTS, PASSWORD, type Server, startServer } from '#e2e/support/server/server.ts'
import { keptChanges, startUnreliableProxy, type UnreliableProxy } from '#e2e/support/server/unreliable-proxy.ts'
import { type Random, randomFrom } from '#server/demo/random.ts'
import { allNotes, daysOnScreen, noteOf, writeNote } from './day-notes.ts'
import { judge, Ledger, underMoreThanOneKey } from './ledger.ts'
import { whatIsLeft } from './outbox-at-rest.ts'
import type { LoopReport } from './report.ts'
import type { ChaosSettings } from './settings.ts'

const TALL = 3_600
/** One life in so many is that of a change that the app itself sends. */
const BROWSER_EVERY = 10
/** The most changes that are under way when the server dies. */
const MAX_AT_ONCE = 3
/** Within so many milliseconds of the request a kill can come before, in or after the transaction. */
const RANDOM_MOMENT_MS = 25
const PATIENCE_MS = 30_000

interface World {
  readonly server: Server
  readonly network: UnreliableProxy
  readonly browser: PersonsBrowser
  readonly ledger: Ledger
  readonly device: string
  readonly days: readonly ScheduleDay[]
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

/** One sending, with the headers that the app sends. */
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

/** Looks again and again, since what comes next shall come at once; throws when it does not come to pass. */
async function until(isSo: () => boolean, what: string): Promise<void> {
  const last = performance.now() + PATIENCE_MS
  while (!isSo()) {
    if (performance.now() > last) throw new Error(`${what}: not within ${PATIENCE_MS} ms`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Changes are sent, the server dies over them, and they are sent again until it says that it has them. */
async function liveByHttp(world: World, life: number, random: Random): Promise<void> {
  const { network, server, ledger } = world
  const places = random.shuffled(world.days).slice(0, random.whole(1, MAX_AT_ONCE))
  const changes = places.map((day, at): Change => {
    const note = noteOf(life, at + 1)
    world.seq += 1
    return { key: randomUUID(), seq: world.seq, day, note, accept: ledger.make(`${day.driver}/${day.date}`, note) }
  })
  // A token holds for minutes, the loop goes on for longer.
  const token = await tokenOf(server)
  network.set('hold_answer', keptChanges)
  const first = Promise.allSettled(changes.map((change) => send(world, token, change)))
  const isBetween = random.chance(2 / 3)
  if (isBetween) await until(() => network.held() === changes.length, `life ${life}: the answers`)
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

/** The same with the app: it is told nothing, and finds out by itself. */
async function liveByBrowser(world: World, life: number, random: Random): Promise<void> {
  const { network, server, browser, ledger } = world
  const page = browser.page()
  await page.goto('/schedule?tab=edit')
  await page.getByRole('gridcell').first().waitFor()
  network.set('hold_answer', keptChanges)
  await writeNote(page, random.pick(await daysOnScreen(page)), noteOf(life, 1), ledger)
  await until(() => network.held() === 1, `life ${life}: the answer`)
  await server.stop('SIGKILL')
  network.set('none')
  await server.start()
  const left = await whatIsLeft(page, 60_000)
  if (left.length > 0) throw new Error(`life ${life}: ${left.join('; ')}`)
  world.figures.byBrowser += 1
  world.figures.between += 1
}

/** Existing days of this week, and everything else that a run needs. */
async function prepare({ databaseUrl }: ChaosSettings): Promise<World & { readonly dispose: () => Promise<void> }> {
  const server = await startServer(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl })
  const network = await startUnreliableProxy(server.port)
  const used = await usedDevice({ url: network.url }, 'dispatcher')
  const browser = await startBrowser({ url: network.url, height: TALL, copyOf: used.profile })
  const api = await apiAs(server, 'dispatcher')
  const rows = (await api.schedule()).flatMap((one) => one.drivers)
  return {
    server,
    network,
    browser,
    ledger: new Ledger(),
    device: randomUUID(),
    days: rows.flatMap((driver) => driver.days),
    seq: 0,
    figures: { replayed: 0, firstTime: 0, byBrowser: 0, between: 0 },
    async dispose() {
      await browser.dispose()
      await used.dispose()
      await network.close()
      await server.dispose()
    },
  }
}

async function reportOf(world: World, lives: number, api: Api, began: number): Promise<LoopReport> {
  const notes = await allNotes(api, world.ledger)
  const { accepted, applied, merged, breaches } = judge(world.ledger, (record) => notes.get(record) ?? [])
  return {
    title: 'SIGKILLed server',
    figures: {
      lives,
      'killed between effect and answer': world.figures.between,
      'with the app as the sender': world.figures.byBrowser,
      accepted,
      'applied, each once': applied,
      'answered again from what was stored': world.figures.replayed,
      'made by the second sending': world.figures.firstTime,
      seconds: Math.round((performance.now() - began) / 1000),
    },
    breaches: [
      ...breaches,
      ...underMoreThanOneKey(world.ledger, world.network.bodies()),
      ...(merged > 0 ? [`${merged} accepted changes are not at the server`] : []),
    ],
  }
}

/** Lives of one server on one set of data, each ended by SIGKILL; most between the commit and the answer. */
export async function serverLoop(settings: ChaosSettings): Promise<LoopReport> {
  const began = performance.now()
  const random = randomFrom(`server/${settings.seed}`)
  const world = await prepare(settings)
  try {
    for (let life = 1; life <= settings.serverLives; life += 1) {
      const live = life % BROWSER_EVERY === 0 ? liveByBrowser : liveByHttp
      await live(world, life, random.branch(life))
      if (life % 10 === 0) console.log(`  ${life} lives, ${world.ledger.all().length} changes`)
    }
    return await reportOf(world, settings.serverLives, await apiAs(world.server, 'dispatcher'), began)
  } finally {
    await world.dispose()
  }
}
