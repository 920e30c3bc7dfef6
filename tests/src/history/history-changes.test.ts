import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/wire/record.ts'
import { historyChanges } from '#src/history/history-changes.ts'

const greg = { id: 4, first_name: 'Greg', last_name: 'Hill' }
const aRow = (over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  version: 3,
  at: '2026-11-21T20:05:00.000Z',
  user: greg,
  field: 'status',
  from: 'on_the_road',
  to: 'on_vacation',
  ...over,
})

test('fields changed in one version form one change, newest first, in their original order', () => {
  const rows = [
    aRow({ field: 'status_date_from', from: null, to: '2026-11-21' }),
    aRow(),
    aRow({ version: 2, at: '2026-11-20T06:30:00.000Z', user: null, field: 'rate', from: null, to: '0.65' }),
  ]
  const changes = historyChanges(rows)

  expect(changes.map(({ version, by, fields }) => [version, by, fields.map(({ field }) => field)])).toEqual([
    [3, greg, ['status', 'status_date_from']],
    [2, null, ['rate']],
  ])
  expect(changes[0]?.at).toBe(Date.parse('2026-11-21T20:05:00Z'))
})

test('a change split over two pages is joined into one', () => {
  const onePage = [aRow({ version: 4 }), aRow()]
  const changes = historyChanges([...onePage, aRow({ field: 'rate' })])
  expect(changes.map(({ version, fields }) => [version, fields.length])).toEqual([
    [4, 1],
    [3, 2],
  ])
})

test('a record without history entries has no changes', () => {
  expect(historyChanges([])).toEqual([])
})
