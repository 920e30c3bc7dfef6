import { expect, test } from 'vitest'
import { compareDrivers, type Driver, driverFits, driverKind } from '#contract/people/drivers.ts'
import { patched, removed } from '#src/offline/command.ts'
import { emptyFold } from '#src/offline/fold/fold.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { MAX_STORED_ROWS, packList } from '#src/offline/reading/list-pages.ts'
import { listView } from '#src/offline/reading/list-view.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'

const list = { rows: [aDriver({ id: 1 }), aDriver({ id: 2 }), aDriver({ id: 3 })], count: 120, next: '?offset=3' }
const query = {
  kind: driverKind,
  rules: {
    fits: driverFits('on_the_road'),
    compare: compareDrivers('first_name,last_name'),
  },
  overlayRows: null,
}
const waiting = (...effects: Parameters<typeof foldOf>[0][number]['effects']) => foldOf([{ effects, settled: null }])

test('without waiting changes the rows are the same array', () => {
  expect(listView(query, list, emptyFold)).toEqual({ rows: list.rows, count: 120 })
  expect(listView(query, list, emptyFold).rows).toBe(list.rows)
})

test('a driver who no longer matches the filter leaves the list, and its count follows', () => {
  const fold = waiting(patched(driverKind, '2', (row) => ({ ...row, current_status: 'on_vacation' })))
  const view = listView(query, list, fold)
  expect([view.rows.map(({ id }) => id), view.count]).toEqual([[1, 3], 119])
  expect(view.rows[0]).toBe(list.rows[0])
})

test('a removed record leaves a list that is fully loaded', () => {
  const view = listView(query, { ...list, count: 3, next: null }, waiting(removed(driverKind, '3')))
  expect([view.rows.length, view.count]).toEqual([2, 2])
})

test('a query’s overlay for records inside its rows is applied to all rows together', () => {
  const first = (rows: readonly Driver[]) => rows.map((row) => (row.id === 1 ? { ...row, truck: 'T-9' } : row))
  const view = listView({ ...query, overlayRows: first }, list, emptyFold)
  expect(view.rows[0]?.truck).toBe('T-9')
  expect(view.rows[1]).toBe(list.rows[1])
})

test('a very long list is stored up to a limit, with the offset at which it continues', () => {
  const rows = Array.from({ length: MAX_STORED_ROWS + 5 }, (_, at) => aDriver({ id: at + 1 }))
  expect(packList({ rows, count: 9000, next: '?cursor=x' })).toMatchObject({
    count: 9000,
    next: `?offset=${MAX_STORED_ROWS}`,
  })
  expect(packList(list)).toMatchObject({ next: list.next, results: list.rows })
})
