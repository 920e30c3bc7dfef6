import { expect, it } from 'vitest'
import { daysLeftWords, milesLeftWords, toneOfDays, toneOfMiles } from '#src/areas/maintenance/list/due-words.ts'

it('the days until work is due are described in words', () => {
  expect([-3, -1, 0, 1, 40].map(daysLeftWords)).toEqual([
    '3 days over',
    '1 day over',
    'today',
    'in 1 day',
    'in 40 days',
  ])
})

it('miles are shown as whole miles and never overstate the distance left', () => {
  expect([1204.7, 0, -0.2, -310].map(milesLeftWords)).toEqual([
    '1,204 miles left',
    '0 miles left',
    '1 mile over',
    '310 miles over',
  ])
})

it('work is pressing from two weeks before its due date, and overdue from the day after', () => {
  expect([31, 30, 15, 14, 0, -1].map(toneOfDays)).toEqual(['fine', 'soon', 'soon', 'pressing', 'pressing', 'overdue'])
})

it('miles are pressing as early as the days that a unit needs to drive them', () => {
  expect([20_000, 14_000, 7_000, 0, -1].map(toneOfMiles)).toEqual(['fine', 'soon', 'pressing', 'pressing', 'overdue'])
})
