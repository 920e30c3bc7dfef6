import { beforeEach, expect, test } from 'vitest'
import { liveState } from '#src/offline/live/live-state.ts'
import type { LiveEvent } from '#src/offline/live/live-stream.ts'
import { receiveEvents } from '#src/offline/live/receive-events.ts'

let calls: unknown[]
/** The highest order of rows so far. */
let latest = 0
const followers = {
  refresh: {
    noteChanges: (...args: unknown[]) => void calls.push(['screen', ...args]),
    noteOrder: (order: number) => order >= latest,
  },
  syncing: {
    note: () => void calls.push(['request']),
    take: ({ position }: { position: string }) => void calls.push(['store', position]),
  },
  prefetching: { note: (areas: readonly string[]) => void calls.push(['prefetch', areas]) },
  onAccess: () => void calls.push(['access']),
}
const CHANGE = { area: 'drivers', id: 7, version: 3 } as const
const LIST = { list: 'drivers.list', rows: [{ id: 7 }], gone: [] }
const rows = (lists: [typeof LIST] | null): LiveEvent => ({
  event: 'rows',
  data: { changes: [CHANGE], order: 5, position: '5.0-0', at: Date.now() - 400, lists },
})

beforeEach(() => {
  calls = []
  latest = 0
})

test('rows go to the stored lists first and then to the screen, because the screen may be counted in the lists', () => {
  receiveEvents(followers, [rows([LIST])], true)
  expect(calls).toEqual([
    ['store', '5.0-0'],
    ['screen', [CHANGE], new Map([['drivers.list', LIST]]), false],
    ['prefetch', ['drivers']],
  ])
  expect(liveState.get().delays[0]).toBeGreaterThanOrEqual(400)
})

test('a tab without the stream shows the rows and leaves storing them to the tab with the stream', () => {
  receiveEvents(followers, [rows([LIST])], false)
  expect(calls).toEqual([['screen', [CHANGE], new Map([['drivers.list', LIST]]), false]])
})

test('too many rows are requested for the stored lists, and what shows the changes is fetched', () => {
  receiveEvents(followers, [rows(null)], true)
  expect(calls).toEqual([['request'], ['screen', [CHANGE]], ['prefetch', ['drivers']]])
})

test('a change in an area of a newer version does not keep the rows from being applied', () => {
  const { data } = rows([LIST])
  const unknown = { area: 'moons', id: 1, version: 1 }
  receiveEvents(followers, [{ event: 'rows', data: { ...data, changes: [unknown, CHANGE] } } as LiveEvent], true)
  expect(calls).toContainEqual(['screen', [CHANGE], new Map([['drivers.list', LIST]]), false])
})

test('changes without rows, from an older server or from before the stream began, are requested', () => {
  receiveEvents(followers, [{ event: 'change', data: CHANGE }], true)
  expect(calls).toEqual([['request'], ['screen', [CHANGE]], ['prefetch', ['drivers']]])
})

test('a reset makes everything stale; a move on the map makes the map stale; lost access is reported', () => {
  receiveEvents(followers, [{ event: 'reset', data: {} }], true)
  receiveEvents(followers, [{ event: 'positions', data: {} }], true)
  receiveEvents(followers, [{ event: 'access', data: {} }], true)
  expect(calls).toEqual([
    ['request'],
    ['screen', null],
    ['screen', [{ area: 'positions', id: 'all', version: 0 }]],
    ['access'],
  ])
})

test('rows that are older than others on screen make no list newer', () => {
  latest = 6
  receiveEvents(followers, [rows([LIST])], true)
  expect(calls).toContainEqual(['screen', [CHANGE], new Map([['drivers.list', LIST]]), true])
})
