import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import type { Db } from '#server/db/db.ts'
import { EventFeed } from '#server/modules/events/event-feed.ts'
import type { Watcher } from '#server/modules/events/watcher.ts'

/** A feed over a history in memory, with a database that refuses what it is told to. */
function aFeed() {
  const history: { seq: number; area: string; record_id: string; version: number }[] = []
  /** By the name of the statement, or `readmit`: how many times it succeeds before it is refused once. */
  const refusals = new Map<string, number>()
  const map = { moved: null as string | null }
  const looks = { ofMap: 0 }
  let onNews: () => void = () => undefined
  const ask = (name: string) => {
    const left = refusals.get(name)
    if (left === undefined) return
    if (left > 0) refusals.set(name, left - 1)
    else if (refusals.delete(name)) throw new Error(`${name} is refused`)
  }
  const query = async (name: string, _text: string, params: unknown[] = []) => {
    ask(name)
    if (name === 'events.moved') looks.ofMap++
    if (name === 'events.moved') return map.moved === null ? [] : [{ moved: map.moved }]
    if (name === 'events.newest') return [{ newest: history.at(-1)?.seq ?? 0 }]
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
      ask('readmit')
      return new Map<string, CurrentUser>()
    },
    elapsed: () => 0,
    log: { error: () => undefined },
  })
  const told: number[] = []
  const beats: number[] = []
  const moves = { told: 0 }
  const watcher = {
    session: 's',
    userId: 1,
    onGone: () => undefined,
    sendChanges: (changes: readonly { version: number }[]) => told.push(...changes.map(({ version }) => version)),
    sendPositionsMoved: () => moves.told++,
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
  return { feed, watcher, told, beats, refusals, add, map, moves, looks }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const soon = () => vi.advanceTimersByTimeAsync(3_000)

test('what was read while the sessions could not be asked about is told later', async () => {
  const { feed, watcher, told, refusals, add } = aFeed()
  await feed.join(watcher)
  refusals.set('readmit', 0)
  add(2)
  await soon()
  expect(told).toEqual([1, 2])
})

test('a sign of life gives no position beyond what was told', async () => {
  const { feed, watcher, told, beats, refusals, add } = aFeed()
  await feed.join(watcher)
  await vi.advanceTimersByTimeAsync(19_950)
  refusals.set('readmit', 0)
  add(2)
  await vi.advanceTimersByTimeAsync(50)
  expect([beats, told]).toEqual([[0], []])
  await vi.advanceTimersByTimeAsync(20_000)
  expect([beats, told]).toEqual([
    [0, 2],
    [1, 2],
  ])
})

test('of many rows, those that were read before the database refused the rest are told too, and all of them once', async () => {
  const { feed, watcher, told, refusals, add } = aFeed()
  await feed.join(watcher)
  refusals.set('events.in_ranges', 1)
  add(2_500)
  await soon()
  expect(told).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1))
})

test('a first look that was refused is tried again by whoever comes next', async () => {
  const { feed, watcher, refusals } = aFeed()
  refusals.set('events.newest', 0)
  await expect(feed.join(watcher)).rejects.toThrow('events.newest is refused')
  await expect(feed.join(watcher)).resolves.toBe(0)
})

test('that something on the map has moved is told within the time between two looks, and once', async () => {
  const { feed, watcher, map, moves, looks, add } = aFeed()
  await feed.join(watcher)
  map.moved = 'a'
  await soon()
  expect(moves.told).toBe(0)
  map.moved = 'b'
  // However much is news meanwhile, the map is not looked at for it.
  for (let news = 0; news < 5; news++) {
    add(1)
    await vi.advanceTimersByTimeAsync(200)
  }
  expect([looks.ofMap, moves.told]).toEqual([1, 0])
  await soon()
  await soon()
  expect(moves.told).toBe(1)
})
