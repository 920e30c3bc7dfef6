import type { Page as Tab } from '@playwright/test'
import { changeEndpoints } from '#contract/wire/changes.ts'
import { type AppScreen, screenAt } from '../app/app-screen.ts'
import { busyDuring } from '../app/main-thread.ts'
import { timed } from '../app/painted.ts'
import type { Slowed } from '../app/slowed.ts'
import type { Samples } from '../figures.ts'
import type { ServedApp } from '../served-app.ts'
import { settled, statusIn, waiting } from './schedule-screen.ts'

/** Weeks that the company has planned nothing in, each for one thing. */
const FILLED_WEEK = 6
const TYPED_WEEK = 8
/** So high that all sixty drivers are drawn. */
const HEIGHT = 3_200
const EDITED = { drivers: 50, days: 5, times: 2 } as const
const EDITS = EDITED.drivers * EDITED.days * EDITED.times

/** Answers how many changes the server has taken since, each in one transaction with its stored answer. */
async function counting({ db }: ServedApp): Promise<() => Promise<number>> {
  const counted = async () => {
    const [found] = await db.query<{ count: number }>(
      'bench.answers',
      'select count(*)::integer as count from idempotency where status between 200 and 299',
    )
    return found?.count ?? Number.NaN
  }
  const before = await counted()
  return async () => (await counted()) - before
}

/** Answers how many requests that change something have left since. */
function sending(tab: Tab): () => number {
  let count = 0
  tab.context().on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isOurs = pathname === changeEndpoints.together.path || pathname.startsWith('/api/schedule/')
    if (request.method() !== 'GET' && isOurs) count += 1
  })
  return () => count
}

/** Waits until nothing waits; answers how long after `from` (`performance.now()`), in ms. */
const sentAfter = async (tab: Tab, from: number) => (await waiting(tab, 0)) - from

async function editing(slowed: Slowed, week: number): Promise<AppScreen> {
  const screen = await screenAt(slowed, `/schedule?tab=edit&week=${week}`, HEIGHT)
  await settled(screen.tab)
  await screen.tab.locator('[role=gridcell]').first().focus()
  return screen
}

const now = (tab: Tab) => tab.evaluate(() => performance.now())

/** The first row gets a status that the others have not; then it is filled down over all. */
export async function measureFilling(slowed: Slowed): Promise<Samples> {
  const screen = await editing(slowed, FILLED_WEEK)
  const { tab } = screen
  const stands = await tab.locator(statusIn(':focus')).textContent()
  await tab.keyboard.press('Shift+End')
  await tab.keyboard.press(stands === 'Vacation' ? 'f' : 'v')
  await waiting(tab, 1).catch(() => undefined)
  await waiting(tab, 0)
  await settled(tab)
  await tab.keyboard.press('Control+a')
  const [requests, answers] = [sending(tab), await counting(slowed.app)]
  const from = await now(tab)
  const { longest, result } = await busyDuring(screen, async () => {
    const watched = { event: 'keydown', sign: statusIn(), isUniform: true } as const
    const painted = await timed(tab, watched, () => tab.keyboard.press('Control+d'))
    // They are drawn before the device has them: until the server has one nothing would seem to wait.
    while ((await answers()) === 0) await tab.waitForTimeout(10)
    return { painted, sent: await sentAfter(tab, from) }
  })
  await settled(tab)
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

/** Gives every one of some cells one status after the other, each by a key, going through all of them each time. */
async function typed(tab: Tab): Promise<void> {
  const stands = await tab.locator(statusIn(':focus')).textContent()
  const statuses = stands === 'Vacation' ? ['f', 'v'] : ['v', 'f']
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

/** Cells that the server has with the status typed last, for that was to come last. */
async function inOrder({ db }: ServedApp, from: number): Promise<number> {
  const [found] = await db.query<{ count: number }>(
    'bench.cells',
    `select count(*)::integer as count from (
       select record_id, to_value, row_number() over (partition by record_id order by seq desc) as back,
              lag(to_value) over (partition by record_id order by seq) as before, from_value
       from history where seq > $1 and area = 'schedule' and field = 'status') as told
     where back = 1 and before is not distinct from from_value`,
    [from],
  )
  return found?.count ?? Number.NaN
}

async function lastHistory({ db }: ServedApp): Promise<number> {
  const [found] = await db.query<{ last: number }>(
    'bench.history',
    'select coalesce(max(seq), 0)::integer as last from history',
  )
  return found?.last ?? 0
}

/** Half a thousand edits of single cells that were made without a network, sent when it is there again. */
export async function measureReplayOfEdits(slowed: Slowed): Promise<Samples> {
  const screen = await editing(slowed, TYPED_WEEK)
  const { tab } = screen
  const [told, requests, answers] = [await lastHistory(slowed.app), sending(tab), await counting(slowed.app)]
  await screen.setOnline(false)
  await typed(tab)
  await waiting(tab, EDITS)
  const painted = await timed(tab, { event: 'keydown', sign: '[role=gridcell]:focus' }, () =>
    tab.keyboard.press('ArrowLeft'),
  )
  const from = await now(tab)
  await screen.setOnline(true)
  const { longest, result } = await busyDuring(screen, () => sentAfter(tab, from))
  const samples = {
    'seconds until nothing waits': [result / 1000],
    requests: [requests()],
    'changes that the server took, each with its stored answer': [await answers()],
    [`cells of ${EDITED.drivers * EDITED.days} whose edits came in their order`]: [await inOrder(slowed.app, told)],
    'longest task meanwhile, ms; 0 for under 50': [longest],
    'an arrow while all of them wait, ms': [painted],
  }
  await screen.close()
  return samples
}
