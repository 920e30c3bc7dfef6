import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compareBatches, type ImportBatch, importBatchKind, importEndpoints } from '#contract/expenses/imports.ts'
import { kind } from '#contract/wire/record.ts'
import { createImport, type NewReport, rowOf, undoImport } from '#src/areas/imports/import-commands.ts'
import {
  badRowsText,
  daysOf,
  eventsOf,
  leftRowsTable,
  newRows,
  notAddedWords,
  readingWords,
  sumWords,
  takeInWords,
} from '#src/areas/imports/import-words.ts'
import { reasonsOf } from '#src/areas/outbox/entry/refusal.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'

const batches = kind<ImportBatch>(importBatchKind.name, importBatchKind.keyOf)
const ruth = { id: 1, first_name: 'Ruth', last_name: 'Callahan' }
const report: NewReport = {
  client_id: '01a3185c-5000-7bb6-a75e-b900027adc9c',
  kind: 'tolls',
  name: 'november.csv',
  file: { upload: '01a3185c-5000-7bb6-a75e-b900027adc9b' },
  by: ruth,
  at: '2026-11-21T15:00:00.000Z',
  expected: {
    rows: 120,
    known: 3,
    doubled: 2,
    left_out: 0,
    alike: 0,
    alike_amount: 0,
    first_day: '2026-11-01',
    last_day: '2026-11-30',
    amount: 1234.5,
  },
}
const batch: ImportBatch = {
  ...rowOf(report),
  id: 7,
  client_id: null,
  version: 1,
  created_at: '2026-11-20T15:00:00.000Z',
}
const rules = { compare: compareBatches, newFirst: true }

describe('importing a report', () => {
  test('shows the batch first in the list while it waits, and sends the file without the values that are only shown', () => {
    const fold = foldOf([{ effects: createImport.effects(report), settled: null }])
    expect(fold.rows(batches, [batch], rules)).toMatchObject([
      { file_name: 'november.csv', row_count: 120, known: 3, doubled: 2, amount: 1234.5, version: 0 },
      { id: 7 },
    ])
    expect(fold.countChange(batches, [batch], rules)).toBe(1)
    expect(createImport.request(report)).toEqual({
      body: { client_id: report.client_id, kind: 'tolls', name: 'november.csv', file: report.file },
    })
  })

  test('is described by file and row count, or by its kind without a dry run', () => {
    expect(createImport.describe(report)).toEqual({ record: 'november.csv', change: 'Take in 120 toll rows' })
    const withoutDryRun = { ...report, kind: 'fuel', expected: null } as const
    expect(createImport.describe(withoutDryRun).change).toBe('Take in this fuel report')
  })

  test('is undone by the client id from this device', () => {
    const [back] = createImport.inverse?.(report) ?? []
    expect(back?.command).toBe(undoImport)
    expect(undoImport.request(back?.input as never)).toEqual({ params: { id: report.client_id } })
    expect(undoImport.touches(back?.input as never)).toEqual(createImport.touches(report))
  })

  test('shows the bad rows of a refusal in the Outbox, one by one', () => {
    const file = ['Nothing was imported of 2 rows: one thing is wrong.', 'Line 3, Amount “x”: This is not an amount.']
    const bad_rows = [{ line: 3, column: 'Amount', value: 'x', message: 'This is not an amount.' }]
    const problem = { kind: 'status' as const, status: 400, body: { file, bad_rows } }
    expect(reasonsOf(problem, []).map(({ message }) => message)).toEqual(file)
  })
})

describe('undoing an import', () => {
  const undone = { batch, by: ruth, at: '2026-11-21T15:00:00.000Z' }

  test('keeps the batch in the list, marked as undone, with its row count', () => {
    const fold = foldOf([{ effects: undoImport.effects(undone), settled: null }])
    const [row] = fold.rows(batches, [batch], rules)
    expect(row).toMatchObject({ id: 7, row_count: 120, undone_at: undone.at, undone_by: ruth })
    expect(eventsOf(row as ImportBatch)).toEqual([
      'By Ruth Callahan, 11/20/26 9:00 AM',
      'Taken back by Ruth Callahan, 11/21/26 9:00 AM',
    ])
  })

  test('is sent by the batch’s number, passes its version to later changes, and cannot be undone', () => {
    expect(undoImport.request(undone)).toEqual({ params: { id: 7 } })
    expect(undoImport.versions({ ...batch, version: 2 }, undone)).toEqual([{ key: 'import/7', version: 2 }])
    expect(undoImport.inverse).toBeUndefined()
  })
})

test('imports stored before doubled rows were counted are read as having none', () => {
  const { doubled: _, left_out: __, ...formerBatch } = batch
  const page = { count: 1, next: null, previous: null, results: [formerBatch] }
  expect(z.parse(importEndpoints.list.reply, page).results).toEqual([{ ...batch, doubled: 0, left_out: 0 }])
  const { doubled: ___, left_out: ____, ...formerExpected } = report.expected ?? {}
  expect(z.parse(createImport.input, { ...report, expected: formerExpected })).toMatchObject({
    expected: { ...formerExpected, doubled: 0, left_out: 0 },
  })
  const undone = { batch: formerBatch, by: ruth, at: '2026-11-21T15:00:00.000Z' }
  expect(z.parse(undoImport.input, undone)).toMatchObject({ batch: { id: 7, doubled: 0 } })
})

test('a batch shows its dates with its total, and where it comes from even if its user is unknown', () => {
  expect(sumWords(batch)).toBe('11/01/26 – 11/30/26 · $1,234.50')
  expect(daysOf('2026-11-01', '2026-11-01')).toBe('11/01/26')
  expect(daysOf(null, null)).toBe('')
  expect(eventsOf({ ...batch, origin: 'folder', user: null })).toEqual(['From the folder, 11/20/26 9:00 AM'])
  expect(eventsOf({ ...batch, user: null })).toEqual(['By a former user, 11/20/26 9:00 AM'])
})

test('rows that add nothing are described by reason, such as known before or twice in the report', () => {
  expect(notAddedWords(batch)).toEqual(['3 known already from before', '2 are in this report twice'])
  const nothing = { known: 0, doubled: 0, left_out: 0, alike: 0, alike_amount: 0, removed: 0 }
  expect(notAddedWords({ ...nothing, doubled: 1 })).toEqual(['1 is in this report twice'])
  expect(notAddedWords({ ...nothing, left_out: 2 })).toEqual(['2 left out'])
  expect(notAddedWords(nothing)).toEqual([])
  expect(notAddedWords({ ...nothing, removed: 1 })).toEqual(['1 removed as a duplicate'])
  expect(notAddedWords({ ...nothing, alike: 2, alike_amount: 42 })).toEqual([
    '2 skipped, $42.00: they look as if here already',
  ])
  expect(newRows({ good: 126, known: 3, doubled: 2, alike_left: 4, repeated_left: 1 })).toBe(116)
})

test('an import sends the columns and choices with which the report was previewed', () => {
  const choices = { header_line: 3, negatives: 'charges', leave_out: ['total'], leave_out_lines: [9] } as const
  const read: NewReport = z.parse(createImport.input, { ...report, columns: { date: 'When' }, choices })
  expect(createImport.request(read)).toMatchObject({ body: { columns: { date: 'When' }, choices } })
})

test('left-out rows are counted on the import button and listed in a table with the reason', () => {
  expect(takeInWords(4, 2)).toBe('Take in 4 rows, leave out 2')
  expect(takeInWords(1, 0)).toBe('Take in 1 row')
  const left = [{ line: 6, message: 'This line looks like a total.', cells: ['Total', '', '9.75'] }]
  expect(leftRowsTable(['Date', 'Plate', 'Amount'], left)).toEqual([
    ['Line', 'Why', 'Date', 'Plate', 'Amount'],
    ['6', 'This line looks like a total.', 'Total', '', '9.75'],
  ])
})

test('bad rows are copied as lines for a spreadsheet', () => {
  expect(badRowsText([{ line: 3, column: 'Amount', value: 'a\tb\nc', message: 'No.' }])).toBe(
    'Line\tColumn\tValue\tWhat is wrong\n3\tAmount\ta b c\tNo.',
  )
})

test('a remembered reading describes how it takes ambiguous dates and negative amounts', () => {
  expect(readingWords({})).toBe('')
  expect(readingWords({ day_order: 'day_first' })).toBe(': the day first in dates')
  expect(readingWords({ day_order: 'month_first', negatives: 'charges' })).toBe(
    ': the month first in dates, amounts below zero as charges',
  )
})
