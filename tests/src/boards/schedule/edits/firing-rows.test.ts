import { describe, expect, test } from 'vitest'
import { DUTY_STATUSES, type DutyStatus } from '#contract/people/driver-choices.ts'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { editWords } from '#src/boards/schedule/edits/edit-words.ts'
import { rowsSettingFiring } from '#src/boards/schedule/edits/firing-rows.ts'
import { daysFrom } from '#src/format/calendar.ts'
import { aDay } from '#tests/src/areas/schedule/schedule-builders.ts'

const dates = daysFrom('2026-11-21', 7)
const wanted = (status: DutyStatus) => ({ status, description: '' })

/** An edit of one driver's days: the former and the new status of each, null for nothing planned. */
function row(name: string, days: readonly (readonly [was: DutyStatus | null, to: DutyStatus | null])[]): RowEdit {
  const targets = days.map(([was, to], at) => {
    const date = dates[at] ?? ''
    return { date, was: was && aDay({ date, status: was }), to: to && wanted(to) }
  })
  return { driver: { id: 12, name }, targets }
}

describe('the rows that would make a day Firing', () => {
  test.each(DUTY_STATUSES)('include a day that is $title, unless it is Firing already', ({ value }) => {
    const fired = rowsSettingFiring([row('Maria Lopez', [[value, 'firing_process']])])
    expect(fired).toHaveLength(value === 'firing_process' ? 0 : 1)
  })
  test('include a day that is not planned', () => {
    expect(rowsSettingFiring([row('Maria Lopez', [[null, 'firing_process']])])).toHaveLength(1)
  })
  test('do not include days that are cleared or get another status', () => {
    const days = [
      ['firing_process', null],
      ['firing_process', 'on_vacation'],
      ['on_the_road', 'detention__layover'],
    ] as const
    expect(rowsSettingFiring([row('Maria Lopez', days)])).toEqual([])
  })
  test('contain only the days that become Firing, and no other drivers', () => {
    const maria = row('Maria Lopez', [
      ['on_the_road', 'firing_process'],
      ['on_vacation', 'on_the_road'],
      ['firing_process', 'firing_process'],
    ])
    const joe = row('Joe Hall', [['on_the_road', 'on_vacation']])
    expect(editWords(rowsSettingFiring([joe, maria]), 'Firing')).toBe('Maria Lopez, Sat 11/21/26: Firing')
    const all = Array.from({ length: 3 }, () => row('Joe Hall', [[null, 'firing_process']]))
    expect(editWords(rowsSettingFiring(all), 'Firing')).toBe('3 days of 3 drivers: Firing')
  })
})
