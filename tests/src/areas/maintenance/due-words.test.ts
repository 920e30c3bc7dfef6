import { expect, it } from 'vitest'
import { daysLeftWords, milesLeftWords, toneOfDays, toneOfMiles } from '#src/areas/maintenance/list/due-words.ts'

it('days until work is due are told in words', () => {
  expect([-3, -1, 0, 1, 40].map(daysLeftWords)).toEqual([
    '3 days over',
    '1 day over',
    'today',
    'in 1 day',
    'in 40 days',
  ])
})

it('miles are told whole, and never more left than there are', () => {
  expect([1204.7, 0, -0.2, -310].map(milesLeftWords)).toEqual([
    '1,204 miles left',
    '0 miles left',
    '1 mile over',
    '310 miles over',
  ])
})

it('work presses from two weeks before, and is overdue from the day after', () => {
  expect([31, 30, 15, 14, 0, -1].map(toneOfDays)).toEqual(['fine', 'soon', 'soon', 'pressing', 'pressing', 'overdue'])
})

it('miles press as soon as the days in which a unit comes so far', () => {
  expect([20_000, 14_000, 7_000, 0, -1].map(toneOfMiles)).toEqual(['fine', 'soon', 'pressing', 'pressing', 'overdue'])
})
