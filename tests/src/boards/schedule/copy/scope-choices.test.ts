import { expect, test } from 'vitest'
import { allDrivers, rowsOnScreen, scopeChoices } from '#src/boards/schedule/copy/scope-choices.ts'
import { matchingChoices } from '#src/form/pick/pickable.ts'
import { daysOf, weekAt } from '#src/format/week.ts'
import { aDay, aScheduleRow } from '#tests/src/areas/schedule/schedule-builders.ts'

const today = '2026-11-23'
const dana = { id: 1, name: 'Dana Whitfield' }
const hank = { id: 2, name: 'Hank Dubois' }
const maria = aScheduleRow({ id: 12, name: 'Maria Lopez' }, [aDay({ date: today, status: 'on_vacation' })], dana)
const joe = aScheduleRow(
  { id: 13, name: 'Joe Hall' },
  [aDay({ driver: 13, date: '2026-12-01', status: 'on_vacation' })],
  hank,
)
const nobodys = aScheduleRow({ id: 14, name: 'Luis Nowak' }, [], null)
const empty = { ...aScheduleRow({ id: 15, name: 'Gone' }, [], { id: 3, name: 'Ann Reyes' }), drivers: [] }

test('the choices are all drivers, each dispatcher with drivers, the drivers without a dispatcher, and each driver', () => {
  const choices = scopeChoices([maria, joe, empty, nobodys], '')

  expect(choices.map(({ value, title }) => [value, title])).toEqual([
    ['all', 'All drivers'],
    ['dispatcher/1', 'Dana Whitfield'],
    ['dispatcher/2', 'Hank Dubois'],
    ['dispatcher/none', 'No dispatcher'],
    ['driver/12', 'Maria Lopez · Truck 104'],
    ['driver/13', 'Joe Hall · Truck 104'],
    ['driver/14', 'Luis Nowak · Truck 104'],
  ])
  expect(choices[3]?.scope).toEqual({ kind: 'dispatcher', id: null })
})

test('a dispatcher’s name finds the dispatcher’s drivers too', () => {
  const found = matchingChoices(scopeChoices([maria, joe, nobodys], ''), 'hank')
  expect(found.map(({ value }) => value)).toEqual(['dispatcher/2', 'driver/13'])
})

test('a filter applies to the days on screen, in whichever week is copied', () => {
  const screen = { rows: [maria, joe, nobodys], dates: daysOf(weekAt(today, 0)) }
  const later = [{ ...maria, drivers: [] }, joe, nobodys]

  expect(rowsOnScreen(later, screen, 'on_vacation').map(({ id }) => id)).toEqual([1])
  expect(rowsOnScreen(later, screen, '')).toBe(later)
  expect(allDrivers('on_vacation').title).toBe('All drivers · filter Vacation')
})
