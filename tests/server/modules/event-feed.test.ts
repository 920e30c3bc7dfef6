import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Db } from '#server/db/db.ts'
import { EventFeed } from '#server/modules/events/event-feed.ts'
import type { Round, Watcher } from '#server/modules/events/watcher.ts'

/** A feed over a history in memory. Its database fails the calls that are in `refusals`. */
function aFeed() {
  const history: { seq: number; area: string; record_id: string; version: number }[] = []
  /** By the name of the statement, or `readmit`: how many times the call succeeds before it fails once. */
  const refusals = new Map<string, number>()
  const map = { moved: null as string | null }
  const checks = { ofMap: 0 }
  let onNews: () => void = () => undefined
  /** What the feed did, in order. */
  const steps: string[] = []
  const failIfRefused = (name: string) => {
    const left = refusals.get(name)
    if (left === undefined) return
    if (left > 0) refusals.set(name, left - 1)
    else if (refusals.delete(name)) throw new Error(`${name} is refused`)
  }
  const query = async (name: string, _text: string, params: unknown[] = []) => {
    failIfRefused(name)
    if (name === 'events.moved') checks.ofMap++
    if (name === 'events.moved') return map.moved === null ? [] : [{ moved: map.moved }]
    if (name === 'events.in_ranges') steps.push('read')
    if (name === 'events.last_mark') return []
    if (name === 'events.newest') return [{ newest: history.at(-1)?.seq ?? 0 }]
    if (name === 'sync.drivers.list.drivers.list') steps.push('rows')
    if (name.startsWith('sync.')) return [{ rows: '[{"id":1}]', gone: '[]' }]
    const [first, last, most] = params as [number[], number[], number]
    const isAsked = (seq: number) => first.some((from, at) => seq >= from && seq <= (last[at] ?? 0))
    return history.filter(({ seq }) => isAsked(seq)).slice(0, most)
  }
  const listen = (listener: () => void) => {
    onNews = listener
    return () => undefined
  }
  const feed = new EventFeed({
    db: { query, listen } as unknown as Db,
    readmit: async () => {
      steps.push('check')
      failIfRefused('readmit')
      return new Map<string, CurrentUser>()
    },
    elapsed: () => 0,
    clock: () => new Date(0),
    log: { error: () => undefined },
  })
  const sent: number[] = []
  /** The rows of each round, for an administrator. */
  const rows: (string | undefined)[] = []
  const beats: number[] = []
  const movesSent = { count: 0 }
  const watcher = {
    session: 's',
    user: { id: 1, role: 'administrator' },
    wantsRows: true,
    onGone: () => undefined,
    sendChanges: ({ changes, rows: read }: Round) => {
      steps.push('send')
      sent.push(...changes.map(({ version }) => version))
      rows.push(read?.of({ role: 'administrator' } as CurrentUser))
    },
    sendPositionsMoved: () => movesSent.count++,
    beat: (position: number) => beats.push(position),
    readmit: () => undefined,
    end: () => undefined,
  } as unknown as Watcher
  const add = (rows: number) => {
    for (let n = 0; n < rows; n++) {
      const seq = history.length + 1
      history.push({ seq, area: 'drivers', record_id: '1', version: seq })
    }
    onNews()
  }
  return { feed, watcher, sent, rows, steps, beats, refusals, add, map, movesSent, checks }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const soon = () => vi.advanceTimersByTimeAsync(3_000)

test('changes that were read while sessions could not be checked are sent later', async () => {
  const { feed, watcher, sent, refusals, add } = aFeed()
  await feed.join(watcher)
  refusals.set('readmit', 0)
  add(2)
  await soon()
  expect(sent).toEqual([1, 2])
})

test('a heartbeat has no position beyond the changes that were sent', async () => {
  const { feed, watcher, sent, beats, refusals, add } = aFeed()
  await feed.join(watcher)
  await vi.advanceTimersByTimeAsync(19_950)
  refusals.set('readmit', 0)
  add(2)
  await vi.advanceTimersByTimeAsync(50)
  expect([beats, sent]).toEqual([[0], []])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([beats, sent]).toEqual([
    [0, 2],
    [1, 2],
  ])
})

test('when a read fails in the middle of many rows, the rows before and after it are all sent, once', async () => {
  const { feed, watcher, sent, refusals, add } = aFeed()
  await feed.join(watcher)
  refusals.set('events.in_ranges', 1)
  add(2_500)
  await soon()
  expect(sent).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1))
})

test('a failed first read rejects its caller, and is tried again for the next caller', async () => {
  const { feed, watcher, refusals } = aFeed()
  refusals.set('events.newest', 0)
  await expect(feed.join(watcher)).rejects.toThrow('events.newest is refused')
  await expect(feed.join(watcher)).resolves.toBe(0)
})

test('moves on the map are reported once, at the next interval; changes trigger no extra checks of the map', async () => {
  const { feed, watcher, map, movesSent, checks, add } = aFeed()
  await feed.join(watcher)
  map.moved = 'a'
  await soon()
  expect(movesSent.count).toBe(0)
  map.moved = 'b'
  // Changes do not trigger checks of the map.
  for (let news = 0; news < 5; news++) {
    add(1)
    await vi.advanceTimersByTimeAsync(200)
  }
  expect([checks.ofMap, movesSent.count]).toEqual([1, 0])
  await soon()
  await soon()
  expect(movesSent.count).toBe(1)
})

test('when rows can’t be read, their changes are sent all the same, and devices request the rows', async () => {
  const { feed, watcher, sent, rows, refusals, add } = aFeed()
  await feed.join(watcher)
  add(1)
  await soon()
  refusals.set('sync.drivers.list.drivers.list', 0)
  add(1)
  await soon()
  add(1)
  await soon()
  expect(sent).toEqual([1, 2, 3])
  expect(rows).toEqual([expect.stringContaining('drivers.list'), 'null', expect.stringContaining('drivers.list')])
})

test('permissions are checked after all reads: nothing is sent that was read after a user lost access to it', async () => {
  const { feed, watcher, steps, add } = aFeed()
  await feed.join(watcher)
  steps.length = 0
  add(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(steps).toEqual(['read', 'rows', 'check', 'send'])
})
