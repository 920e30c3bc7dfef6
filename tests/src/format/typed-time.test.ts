import { expect, test } from 'vitest'
import { timeFromText } from '#src/format/typed-time.ts'

test('a time is read in every usual spelling', () => {
  for (const text of ['14:05', '1405', '2:05 pm', '2:05PM', '02:05 p.m.', '205p'])
    expect(timeFromText(text), text).toBe('14:05')
  expect(['9:05', '905', '12 am', '12pm', '0:00', '23:59'].map(timeFromText)).toEqual([
    '09:05',
    '09:05',
    '00:00',
    '12:00',
    '00:00',
    '23:59',
  ])
})

test('text that is not a time gives null', () => {
  for (const text of ['', '14', '24:00', '12:60', '13 pm', '0 am', '2:5', 'noon', '12345'])
    expect(timeFromText(text), text).toBeNull()
})
