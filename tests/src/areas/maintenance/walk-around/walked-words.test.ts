import { describe, expect, test } from 'vitest'
import { NEW_INSPECTION_DRAFT, newInspectionKey } from '#src/areas/maintenance/new/new-inspection-draft.ts'
import { withMark, withoutRestOk, withRestOk } from '#src/areas/maintenance/new/new-inspection-values.ts'
import { withFixBy, withFixByOf } from '#src/areas/maintenance/walk-around/fix-by.ts'
import {
  missingWords,
  staleWords,
  uncheckedWords,
  walkAroundTitle,
  walkedUnitWords,
} from '#src/areas/maintenance/walk-around/walked-words.ts'
import { newInspectionValues, TRAILER, TRUCK } from '#tests/support/builders/a-new-inspection.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const MINUTE = 60_000
const TODAY = '2026-11-24'
const walk = newInspectionValues({ service_type: 'pre_trip', report_type: '' })
const newId = () => '019af3b0-0000-7000-8000-0000000000d1'

describe('the draft of a walk-around', () => {
  test('has its unit as its key, also when an older version stored it under one key for all units', () => {
    const stored = (transport: typeof TRUCK | typeof TRAILER | null) =>
      NEW_INSPECTION_DRAFT.schema.parse({ entry: 'walk', values: { ...walk, transport }, files: {} })
    expect(NEW_INSPECTION_DRAFT.keyOf?.(stored(TRUCK))).toBe('walk/1042')
    expect(NEW_INSPECTION_DRAFT.keyOf?.(stored(TRAILER))).toBe('walk/TL-1001')
    expect(NEW_INSPECTION_DRAFT.keyOf?.(stored(null))).toBe('walk')
    expect(newInspectionKey('form', TRUCK)).toBe('form')
    expect(newInspectionKey('unit', TRUCK)).toBe('unit/1042')
  })

  test('is titled by its unit while nothing but marks was entered', () => {
    const title = (note: string) =>
      NEW_INSPECTION_DRAFT.words({ entry: 'walk', values: { ...walk, note }, files: {} }).title
    expect([title(''), title('Left tire')]).toEqual(['Unfinished inspection · Truck 1042', undefined])
  })
})

test('the title of a walk-around names trip and unit', () => {
  expect([walkAroundTitle('pre_trip', TRUCK), walkAroundTitle('post_trip', TRAILER)]).toEqual([
    'Pre-trip · 1042',
    'Post-trip · TL-1001',
  ])
})

test('a refused save names the unit and how many of its points are not checked', () => {
  expect([TRUCK, TRAILER].map(walkedUnitWords)).toEqual(['Truck 1042', 'Trailer TL-1001'])
  expect(uncheckedWords({ open: 11, total: 11 })).toBe('11 of 11 points are not checked')
  expect(uncheckedWords({ open: 1, total: 6 })).toBe('1 of 6 points is not checked')
})

test('the save button says what is missing, in a lap also of which unit', () => {
  const words = (...open: readonly number[]) =>
    missingWords([TRUCK, TRAILER].slice(0, open.length).map((unit, at) => ({ unit, open: open[at] ?? 0, total: 11 })))
  expect([words(11), words(1), words(0)]).toEqual(['11 points not checked', '1 point not checked', ''])
  expect([words(3, 0), words(0, 6)]).toEqual(['Truck 1042: 3 not checked', 'Trailer TL-1001: 6 not checked'])
  expect([words(11, 6), words(0, 0)]).toEqual(['17 points not checked', ''])
})

test('marks need a second look after more than two hours', () => {
  const words = (minutes: number) => staleWords(NOW - minutes * MINUTE, NOW)
  expect([120, 121, 185, 24 * 60, 50 * 60].map(words)).toEqual([
    null,
    '2 hours ago',
    '3 hours ago',
    '1 day ago',
    '2 days ago',
  ])
  expect(staleWords(null, NOW)).toBeNull()
})

test('defects are due today if one is major, otherwise in a week; a chosen day stays', () => {
  const major = withFixBy(withMark(walk, 'tires', 'defect', newId), walk, TODAY)
  expect(major.due_date).toBe(TODAY)
  const average = { ...major, defects: major.defects.map((one) => ({ ...one, urgency: 'average' as const })) }
  expect(withFixBy(average, major, TODAY).due_date).toBe('2026-12-01')
  expect(withFixBy(average, { ...major, due_date: '2026-11-27' }, TODAY)).toBe(average)
  expect(withFixBy(walk, major, TODAY).due_date).toBe('')
})

test('a usual day is brought to the day on which old marks are confirmed; a chosen one stays', () => {
  const yesterday = withFixBy(withMark(walk, 'tires', 'defect', newId), walk, '2026-11-23')
  expect(withFixByOf(yesterday, '2026-11-23', TODAY).due_date).toBe(TODAY)
  expect(withFixByOf({ ...yesterday, due_date: '2026-11-27' }, '2026-11-23', TODAY).due_date).toBe('2026-11-27')
  expect(withFixByOf(walk, '2026-11-23', TODAY).due_date).toBe('')
})

test('taking back “The rest OK” leaves the marks made before and since', () => {
  const before = withMark(walk, 'tires', 'ok', newId)
  const filled = withMark(withRestOk(before), 'horn', 'defect', newId)
  expect(withoutRestOk(filled, before).found).toEqual({ tires: 'ok', horn: 'defect' })
  const all = withRestOk(walk)
  expect(withoutRestOk(all, walk)).toEqual(walk)
})
