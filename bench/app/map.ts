import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page as Tab } from '@playwright/test'
import { formatNumber, inRounds, median, printTable, quantile } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { loadFromOutside } from '../server/load.ts'
import { settings } from '../settings.ts'
import { busyDuring } from './main-thread.ts'
import { driveFleet } from './map-fleet.ts'
import { compareSlowed, readyTab, type SlowedBrowser } from './slowed.ts'

const CONNECTIONS = 16
const SERVED = 5_000
const PATH = '/api/gomotive/vehicles/'
/** The limit for a response at p99, in milliseconds. */
const GOAL = 60
/** Positions come every second instead of every ten, so that a short measurement has several. */
const POLL_MS = 1_000

/** Times the compressed list of all vehicles over 16 connections: nothing moves, everything moves, and 304. */
async function measureAnswers(app: ServedApp): Promise<void> {
  await driveFleet(app.db, SERVED, 0)
  const headers = { ...app.headers, 'accept-encoding': 'br' }
  const url = `${app.origin}${PATH}`
  const load = { url, connections: CONNECTIONS, milliseconds: Math.max(3_000, settings.milliseconds) }
  let tick = 0
  const moving = async () => {
    let isOver = false
    const drive = async () => {
      while (!isOver) {
        const rest = setTimeout(POLL_MS)
        await driveFleet(app.db, SERVED, ++tick)
        await rest
      }
    }
    const driving = drive()
    const result = await loadFromOutside({ ...load, headers, status: 200 })
    isOver = true
    await driving
    return { ...result }
  }
  const etag = async () => (await fetch(url, { headers })).headers.get('etag') ?? ''
  const [still, driven, unchanged] = await inRounds(settings.rounds, [
    { name: 'still', measure: async () => ({ ...(await loadFromOutside({ ...load, headers, status: 200 })) }) },
    { name: 'moving', measure: moving },
    {
      name: 'unchanged',
      measure: async () => {
        const withEtag = { ...headers, 'if-none-match': await etag() }
        return { ...(await loadFromOutside({ ...load, headers: withEtag, status: 304 })) }
      },
    },
  ])
  const bytes = (await (await fetch(url, { headers: app.headers })).arrayBuffer()).byteLength
  const row = (name: string, one: Record<string, number> | undefined) => [
    name,
    ...[one?.p50, one?.p99, one?.perSecond].map((value) => formatNumber(value ?? Number.NaN)),
    (one?.p99 ?? Number.NaN) < GOAL ? 'met' : 'MISSED',
  ]
  printTable(
    `${SERVED} vehicles, ${(bytes / 1e6).toFixed(1)} MB of JSON, ${app.db.kind} database, ${CONNECTIONS} connections`,
    [
      ['', 'p50 ms', 'p99 ms', 'a second', `p99 < ${GOAL} ms`],
      row('nothing moves', still),
      row(`all of it moves, every ${POLL_MS} ms`, driven),
      row('304', unchanged),
    ],
  )
}

/** Duration of each frame while `work` runs, in ms. */
async function framesDuring(tab: Tab, work: () => Promise<void>): Promise<readonly number[]> {
  await tab.evaluate(() => {
    const frames: number[] = []
    let last: number | null = null
    const note = (now: number) => {
      if (last !== null) frames.push(now - last)
      last = now
      if (Reflect.get(globalThis, 'mapFrames') === frames) requestAnimationFrame(note)
    }
    Object.assign(globalThis, { mapFrames: frames })
    requestAnimationFrame(note)
  })
  await work()
  return tab.evaluate(() => {
    const frames: number[] = Reflect.get(globalThis, 'mapFrames')
    Object.assign(globalThis, { mapFrames: null })
    return frames
  })
}

const MIDDLE = { x: 900, y: 500 }

async function pan(tab: Tab): Promise<void> {
  for (const [dx, dy] of [
    [-400, 0],
    [0, -250],
    [400, 0],
    [0, 250],
  ] as const) {
    await tab.mouse.move(MIDDLE.x, MIDDLE.y)
    await tab.mouse.down()
    await tab.mouse.move(MIDDLE.x + dx, MIDDLE.y + dy, { steps: 40 })
    await tab.mouse.up()
  }
}

async function zoom(tab: Tab): Promise<void> {
  await tab.mouse.move(MIDDLE.x, MIDDLE.y)
  for (const delta of [-120, -120, -120, 120, 120, 120]) {
    await tab.mouse.wheel(0, delta)
    await tab.waitForTimeout(450)
  }
}

const SETTLED_MS = 1_500

/** Main thread time for new positions of all vehicles, in ms, without the page's idle work in the same time. */
async function measureUpdate(app: ServedApp, tab: Tab, devtools: CDPSession, count: number, tick: number) {
  const { total: idle } = await busyDuring({ tab, devtools }, () => tab.waitForTimeout(SETTLED_MS))
  const positionsResponse = tab.waitForResponse((response) => response.url().includes('/api/gomotive/positions/'))
  const startedAt = performance.now()
  const { total, longest } = await busyDuring({ tab, devtools }, async () => {
    await driveFleet(app.db, count, tick)
    await (await positionsResponse).finished()
    await tab.waitForTimeout(SETTLED_MS)
  })
  return { taken: total - (idle / SETTLED_MS) * (performance.now() - startedAt), longest }
}

async function measurePage(slowed: SlowedBrowser, count: number) {
  const { app, slowdown } = slowed
  await driveFleet(app.db, count, 0)
  const { context, tab } = await readyTab(slowed)
  await tab.goto(`${app.origin}/map`)
  await tab.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().waitFor()
  const devtools = await context.newCDPSession(tab)
  await tab.waitForTimeout(2_000)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const panned = await framesDuring(tab, () => pan(tab))
  const zoomed = await framesDuring(tab, () => zoom(tab))
  const updates = [await measureUpdate(app, tab, devtools, count, 1), await measureUpdate(app, tab, devtools, count, 2)]
  await context.close()
  const over = (frames: readonly number[], ms: number) => frames.filter((one) => one > ms).length
  return {
    'pan: median frame': median(panned),
    'pan: 99 of 100 frames': quantile(panned, 0.99),
    'pan: frames over 50 ms': over(panned, 50),
    'pan: frames over 100 ms': over(panned, 100),
    'zoom: median frame': median(zoomed),
    'zoom: 99 of 100 frames': quantile(zoomed, 0.99),
    'zoom: frames over 50 ms': over(zoomed, 50),
    'zoom: frames over 100 ms': over(zoomed, 100),
    'update: main thread, less what is idle': median(updates.map(({ taken }) => taken)),
    'update: longest task': median(updates.map(({ longest }) => longest)),
  }
}

/** Measures the map's goals: the server's list, and panning, zooming and updates in a browser. */
export async function measureMap(): Promise<void> {
  const app = await servedApp()
  try {
    await measureAnswers(app)
  } finally {
    await app.close()
  }
  for (const count of [2_000, 10_000]) {
    await compareSlowed(`The map with ${count} vehicles`, (slowed) => measurePage(slowed, count))
  }
}
