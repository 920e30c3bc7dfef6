import { randomUUID } from 'node:crypto'
import type { ScheduleRow } from '#contract/boards/schedule.ts'
import type { Driver } from '#contract/people/drivers.ts'
import type { Page } from '#contract/wire/page.ts'
import { formatNumber, inRounds, printTable } from '../measure.ts'
import { type ServedApp, servedApp } from '../served-app.ts'
import { settings } from '../settings.ts'

const SIZES = [100, 250, 500]
const LANES = [1, 3]
const STATUSES = ['on_the_road', 'on_vacation', 'detention__layover'] as const

interface Change {
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

async function read<T>(app: ServedApp, path: string): Promise<T> {
  const answer = await fetch(`${app.origin}${path}`, { headers: app.headers })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

/**
 * The changes of a dispatcher in a dead zone: half driver statuses, half descriptions of days, one change per record.
 */
async function waitingChanges(app: ServedApp, count: number): Promise<Change[]> {
  const drivers = await read<Page<Driver>>(app, `/api/drivers/?limit=${Math.ceil(count / 2)}`)
  const weeks = await read<Page<ScheduleRow>>(app, '/api/schedule/?limit=200')
  const days = weeks.results
    .flatMap((row) => row.drivers.flatMap((driver) => driver.days))
    .slice(0, Math.floor(count / 2))
  const device = randomUUID()
  const other = (status: string) => STATUSES.find((one) => one !== status)
  const bodies = [
    ...drivers.results.map((row) => ({
      path: `/api/drivers/${row.id}/`,
      version: row.version,
      body: { status: other(row.current_status) },
    })),
    ...days.map((day) => ({
      path: `/api/schedule/${day.id}/`,
      version: day.version,
      body: { description: `Checked ${device.slice(0, 8)}` },
    })),
  ]
  return bodies.map(({ path, version, body }, index) => ({
    path,
    body,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `"${randomUUID()}"`,
      'if-match': `"${version}"`,
      'device-id': device,
      'device-seq': String(index + 1),
    },
  }))
}

/** Sends the changes in order, `lanes` requests at the same time, as a tab does. Returns the milliseconds. */
async function send(app: ServedApp, changes: readonly Change[], lanes: number, isAgain: boolean): Promise<number> {
  const waiting = [...changes]
  const startedAt = performance.now()
  const lane = async () => {
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      const answer = await fetch(`${app.origin}${change.path}`, {
        method: 'PATCH',
        headers: { ...app.headers, ...change.headers },
        body: JSON.stringify(change.body),
      })
      await answer.arrayBuffer()
      const wasReplayed = answer.headers.get('idempotency-replayed') === 'true'
      if (answer.status !== 200 || wasReplayed !== isAgain) {
        throw new Error(`${change.path} answered ${answer.status}${wasReplayed ? ', replayed' : ''}`)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return performance.now() - startedAt
}

const countHistory = async (app: ServedApp) => {
  const [row] = await app.db.query<{ kept: number }>('bench.history', 'select count(*)::integer as kept from history')
  return row?.kept ?? 0
}

async function replay(app: ServedApp, count: number, lanes: number) {
  const changes = await waitingChanges(app, count)
  if (changes.length !== count) throw new Error(`only ${changes.length} records to change: set BENCH_DRIVERS higher`)
  const historyBefore = await countHistory(app)
  const fresh = await send(app, changes, lanes, false)
  const historyAfter = await countHistory(app)
  const again = await send(app, changes, lanes, true)
  if ((await countHistory(app)) !== historyAfter || historyAfter - historyBefore < count)
    throw new Error('a change was lost or doubled')
  return { perSecond: (count / fresh) * 1000, each: fresh / count, again: again / count }
}

/**
 * Sends waiting changes through the API: the speed, whether five times as many take five times as long, and a second
 * sending.
 */
export async function measureReplay(): Promise<void> {
  const app = await servedApp()
  await replay(app, 50, 1)
  const cases = SIZES.flatMap((count) => LANES.map((lanes) => ({ count, lanes })))
  const results = await inRounds(
    settings.rounds,
    cases.map(({ count, lanes }) => ({ name: `${count}`, measure: () => replay(app, count, lanes) })),
  )
  const number = (index: number, name: string) => results[index]?.[name] ?? Number.NaN
  printTable(`Replay of waiting changes, ${app.db.kind} database, medians of ${settings.rounds} rounds`, [
    ['changes', 'lanes', 'per second', 'ms each', 'against 100 of them', 'ms each when sent again'],
    ...cases.map(({ count, lanes }, index) => {
      const smallest = cases.findIndex((one) => one.lanes === lanes)
      const ratio = number(index, 'each') / number(smallest, 'each')
      const cells = [number(index, 'perSecond'), number(index, 'each')].map(formatNumber)
      return [String(count), String(lanes), ...cells, `${formatNumber(ratio)}×`, formatNumber(number(index, 'again'))]
    }),
  ])
  await app.close()
}
