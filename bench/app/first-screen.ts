import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page as Tab } from '@playwright/test'
import { builtApp } from '../built-app.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { benchConfig, type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'
import { firstRowText, openAndTime, watchedTab } from './app-start.ts'
import { type SignedInState, signedInState, startChromium } from './browser.ts'
import { slowWire } from './slow-wire.ts'

const SLOWDOWN = settings.slowdowns?.[0] ?? 4
const PATIENCE_MS = 120_000
const IS_CODE = /\.(?:js|css)$/

/** A request as the server saw it. */
interface Arrival {
  readonly path: string
  /** In milliseconds since 1970. */
  readonly at: number
  /** Of the body as it was sent. Zero for a body without a known length. */
  bytes: number
}

interface Build {
  readonly name: string
  /** The slow way to the server. */
  readonly origin: string
  readonly arrivals: Arrival[]
  readonly close: () => Promise<void>
}

/** Serves a built app from a folder, on the company of `app`, over a slow wire. */
async function serveBuild(name: string, appDir: string, app: ServedApp): Promise<Build> {
  const config = { ...benchConfig(join(tmpdir(), `haulyard-bench-${settings.drivers}`)), appDir }
  const server = await builtApp(config, app.db)
  const arrivals: Arrival[] = []
  server.server.on('request', ({ url: path = '' }, response) => {
    const arrival = { path, at: Date.now(), bytes: 0 }
    arrivals.push(arrival)
    response.once('finish', () => {
      arrival.bytes = Number(response.getHeader('content-length') ?? 0)
    })
  })
  const wire = await slowWire(await server.listen({ host: '127.0.0.1', port: 0 }))
  const close = async () => {
    await wire.close()
    await server.close()
  }
  return { name, origin: wire.origin, arrivals, close }
}

/** Milliseconds from the navigation until a first worker is active. It is asked for in the page, by an event. */
const timeUntilActive = (tab: Tab) =>
  tab.evaluate(() => navigator.serviceWorker.ready.then(() => performance.now()), undefined)

/** The sizes of everything that arrived at the server before the rows were on screen. */
async function countBefore(tab: Tab, { arrivals }: Build, rowsAfterMs: number) {
  const openedAt = await tab.evaluate(() => performance.timeOrigin)
  const before = arrivals.filter(({ at }) => at < openedAt + rowsAfterMs)
  const code = before.filter(({ path }) => IS_CODE.test(path))
  return { requests: before.length, code: code.reduce((sum, { bytes }) => sum + bytes, 0) / 1000 }
}

/** Waits until the worker controls the page. Only then is the next opening warm. */
async function waitForControl(tab: Tab): Promise<void> {
  await tab.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: PATIENCE_MS })
}

/** Opens the drivers in a new browser that is signed in: for the first time, again, and without a network. */
async function measureBuild(browser: Browser, build: Build, { cookies, origins }: SignedInState, row: string) {
  const state = { cookies, origins: origins.map((one) => ({ ...one, origin: build.origin })) }
  const context = await browser.newContext({ storageState: state })
  context.setDefaultTimeout(PATIENCE_MS)
  const url = `${build.origin}/drivers/`
  build.arrivals.length = 0
  const first = await watchedTab(context, SLOWDOWN, row)
  const cold = await openAndTime(first, url)
  const before = await countBefore(first, build, cold.usable)
  const active = await timeUntilActive(first)
  await waitForControl(first)
  await first.close()
  const second = await watchedTab(context, SLOWDOWN, row)
  const warm = await openAndTime(second, url)
  await second.close()
  await context.setOffline(true)
  const offline = await openAndTime(await watchedTab(context, SLOWDOWN, row), url)
  await context.close()
  return {
    'cold, rows': cold.usable,
    'cold, worker active': active,
    'warm, rows': warm.usable,
    'offline, rows': offline.usable,
    'requests before the rows': before.requests,
    'code before the rows, kB': before.code,
  }
}

/**
 * Times the list of drivers over slow 4G, and counts what the page requests before its rows. `BENCH_BEFORE` names a
 * copy of an earlier build's `dist/app`: both builds are then measured in turn. The app must be built.
 */
export async function measureFirstScreen(): Promise<void> {
  const app = await servedApp()
  const folders = { ...(settings.before && { before: resolve(settings.before) }), now: resolve('dist/app') }
  const builds: Build[] = []
  const browser = await startChromium()
  try {
    for (const [name, folder] of Object.entries(folders)) builds.push(await serveBuild(name, folder, app))
    const [state, row] = [await signedInState(browser, app), await firstRowText(app)]
    const results = await inRounds(
      settings.rounds,
      builds.map((build) => ({ name: build.name, measure: () => measureBuild(browser, build, state, row) })),
    )
    const [base] = results
    printTable(`The drivers over slow 4G, CPU ${SLOWDOWN}× slower: ms, medians of ${settings.rounds} rounds`, [
      ['', ...builds.map(({ name }) => name), ...(builds.length > 1 ? ['ratio'] : [])],
      ...Object.keys(base ?? {}).map((name) => {
        const values = results.map((result) => result[name] ?? Number.NaN)
        const ratio = (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)
        return [name, ...values.map(formatNumber), ...(builds.length > 1 ? [`${formatNumber(ratio)}×`] : [])]
      }),
    ])
  } finally {
    await browser.close()
    for (const build of builds) await build.close()
    await app.close()
  }
}
