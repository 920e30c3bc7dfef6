import type { Page as Tab } from '@playwright/test'
import { changeEndpoints } from '#contract/wire/changes.ts'
import { type AppScreen, screenAt } from '../app/app-screen.ts'
import { busyDuring } from '../app/main-thread.ts'
import { timeUntilPainted } from '../app/painted.ts'
import type { SlowedBrowser } from '../app/slowed.ts'
import type { Samples } from '../figures.ts'
import type { ServedApp } from '../served-app.ts'
import { statusIn, waitForCount, waitUntilLoaded } from './schedule-screen.ts'

/** Weeks, counted from now, without planned days in the demo company: one for each measurement. */
const FILLED_WEEK = 6
const TYPED_WEEK = 8
/** A window in which all sixty drivers are drawn, in pixels. */
const HEIGHT = 3_200
const EDITED = { drivers: 50, days: 5, times: 2 } as const
const EDITS = EDITED.drivers * EDITED.days * EDITED.times

/**
 * Returns a function that counts the changes accepted since. The server stores a response with each, in one
 * transaction.
 */
async function countAccepted({ db }: ServedApp): Promise<() => Promise<number>> {
  const countNow = async () => {
    const [row] = await db.query<{ count: number }>(
      'bench.answers',
      'select count(*)::integer as count from idempotency where status between 200 and 299',
    )
    return row?.count ?? Number.NaN
  }
  const before = await countNow()
  return async () => (await countNow()) - before
}

/** Returns a function that counts the changing requests that the tab has sent since. */
function countRequests(tab: Tab): () => number {
  let count = 0
  tab.context().on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isOurs = pathname === changeEndpoints.together.path || pathname.startsWith('/api/schedule/')
    if (request.method() !== 'GET' && isOurs) count += 1
  })
  return () => count
}

/** Waits until no change waits. Returns the time since `from` (`performance.now()`), in ms. */
const timeUntilSent = async (tab: Tab, from: number) => (await waitForCount(tab, 0)) - from

async function openInEdit(slowed: SlowedBrowser, week: number): Promise<AppScreen> {
  const screen = await screenAt(slowed, `/schedule?tab=edit&week=${week}`, HEIGHT)
  await waitUntilLoaded(screen.tab)
  await screen.tab.locator('[role=gridcell]').first().focus()
  return screen
}

const now = (tab: Tab) => tab.evaluate(() => performance.now())

/** Gives the first row a status that the others do not have, then fills it down over all rows. */
export async function measureFilling(slowed: SlowedBrowser): Promise<Samples> {
  const screen = await openInEdit(slowed, FILLED_WEEK)
  const { tab } = screen
  const current = await tab.locator(statusIn(':focus')).textContent()
  await tab.keyboard.press('Shift+End')
  await tab.keyboard.press(current === 'Vacation' ? 'f' : 'v')
  await waitForCount(tab, 1).catch(() => undefined)
  await waitForCount(tab, 0)
  await waitUntilLoaded(tab)
  await tab.keyboard.press('Control+a')
  const [requests, answers] = [countRequests(tab), await countAccepted(slowed.app)]
  const from = await now(tab)
  const { longest, result } = await busyDuring(screen, async () => {
    const watched = { event: 'keydown', sign: statusIn(), isUniform: true } as const
    const painted = await timeUntilPainted(tab, watched, () => tab.keyboard.press('Control+d'))
    // The cells are painted before the changes are saved. Until the server has accepted one, the count could still be
    // 0.
    while ((await answers()) === 0) await tab.waitForTimeout(10)
    return { painted, sent: await timeUntilSent(tab, from) }
  })
  await waitUntilLoaded(tab)
  const samples = {
    'all painted, ms': [result.painted],
    'nothing waits, ms': [result.sent],
    'longest task, ms; 0 for under 50': [longest],
    'requests; at most one a row': [requests()],
    'changes that the server took, each with its stored answer': [await answers()],
  }
  await screen.close()
  return samples
}

/** Goes through the cells of `EDITED` several times and gives each one another status with a key each time. */
async function typeEdits(tab: Tab): Promise<void> {
  const current = await tab.locator(statusIn(':focus')).textContent()
  const statuses = current === 'Vacation' ? ['f', 'v'] : ['v', 'f']
  for (let time = 0; time < EDITED.times; time++) {
    await tab.keyboard.press('Control+Home')
    for (let day = 0; day < EDITED.days; day++) {
      const way = day % 2 === 0 ? 'ArrowDown' : 'ArrowUp'
      for (let driver = 0; driver < EDITED.drivers; driver++) {
        await tab.keyboard.press(statuses[time] ?? '')
        if (driver < EDITED.drivers - 1) await tab.keyboard.press(way)
      }
      await tab.keyboard.press('ArrowRight')
    }
  }
}

/**
 * The number of cells whose last two status changes since `from` arrived in order: the last one starts from the value
 * of the one before.
 */
async function countCellsInOrder({ db }: ServedApp, from: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'bench.cells',
    `select count(*)::integer as count from (
       select record_id, to_value, row_number() over (partition by record_id order by seq desc) as back,
              lag(to_value) over (partition by record_id order by seq) as before, from_value
       from history where seq > $1 and area = 'schedule' and field = 'status') as told
     where back = 1 and before is not distinct from from_value`,
    [from],
  )
  return row?.count ?? Number.NaN
}

async function lastHistory({ db }: ServedApp): Promise<number> {
  const [row] = await db.query<{ last: number }>(
    'bench.history',
    'select coalesce(max(seq), 0)::integer as last from history',
  )
  return row?.last ?? 0
}

/** Makes 500 edits of single cells without a network and times their sending when it is back. */
export async function measureReplayOfEdits(slowed: SlowedBrowser): Promise<Samples> {
  const screen = await openInEdit(slowed, TYPED_WEEK)
  const { tab } = screen
  const [lastSeq, requests, answers] = [
    await lastHistory(slowed.app),
    countRequests(tab),
    await countAccepted(slowed.app),
  ]
  await screen.setOnline(false)
  await typeEdits(tab)
  await waitForCount(tab, EDITS)
  const painted = await timeUntilPainted(tab, { event: 'keydown', sign: '[role=gridcell]:focus' }, () =>
    tab.keyboard.press('ArrowLeft'),
  )
  const from = await now(tab)
  await screen.setOnline(true)
  const { longest, result } = await busyDuring(screen, () => timeUntilSent(tab, from))
  const samples = {
    'seconds until nothing waits': [result / 1000],
    requests: [requests()],
    'changes that the server took, each with its stored answer': [await answers()],
    [`cells of ${EDITED.drivers * EDITED.days} whose edits came in their order`]: [
      await countCellsInOrder(slowed.app, lastSeq),
    ],
    'longest task meanwhile, ms; 0 for under 50': [longest],
    'an arrow while all of them wait, ms': [painted],
  }
  await screen.close()
  return samples
}
