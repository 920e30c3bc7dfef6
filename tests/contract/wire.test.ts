import { expect, test } from 'vitest'
import { driverChange, driverChanges } from '#contract/people/driver-changes.ts'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { pathOf } from '#contract/wire/endpoint.ts'
import { problemText } from '#contract/wire/problem.ts'
import { idParam, isoDate } from '#contract/wire/record.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'

test('every call has a unique name and a unique method and path', () => {
  expect(new Set(allEndpoints.map((one) => one.name)).size).toBe(allEndpoints.length)
  expect(new Set(allEndpoints.map((one) => `${one.method} ${one.path}`)).size).toBe(allEndpoints.length)
  for (const one of allEndpoints) expect(one.path).toMatch(/^\/api\/.+\/$/)
})

test('the parameters of a path are filled in and escaped, and a missing one is an error', () => {
  expect(pathOf(driverChanges.update, { id: 12 })).toBe('/api/drivers/12/')
  expect(pathOf(driverChanges.update, { id: 'a/b' })).toBe('/api/drivers/a%2Fb/')
  expect(() => pathOf(driverChanges.update)).toThrow('"id" is missing')
})

test('a record is identified by its id or by its client id', () => {
  expect(idParam.parse({ id: '12' }).id).toBe(12)
  expect(idParam.parse({ id: '019AF3B0-0000-7000-8000-000000000001' }).id).toBe('019af3b0-0000-7000-8000-000000000001')
  for (const id of ['', '-1', '1.5', 'null', '1 or 1=1', '9'.repeat(16)])
    expect(idParam.safeParse({ id }).success).toBe(false)
})

test('impossible days are refused, leap days are not', () => {
  expect(isoDate.safeParse('2028-02-29').success).toBe(true)
  for (const day of ['2026-02-29', '2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '']) {
    expect(isoDate.safeParse(day).success).toBe(false)
  }
})

test('a list query has defaults and refuses invalid pages', () => {
  const { query } = driverEndpoints.list
  expect(query.parse({})).toEqual({ limit: 50, offset: 0, ordering: 'first_name,last_name', filter: '', search: '' })
  expect(query.parse({ limit: '1000', offset: '50', unknown: 'x' })).toMatchObject({ limit: 1000, offset: 50 })
  for (const bad of [
    { limit: '0' },
    { limit: '1001' },
    { limit: 'ten' },
    { offset: '-1' },
    { filter: 'fired' },
    { ordering: 'x'.repeat(201) },
  ]) {
    expect(query.safeParse(bad).success).toBe(false)
  }
})

test('a rate consists of digits with a dot or a comma', () => {
  for (const rate of ['', '65', '0.65', '27,5', null]) expect(driverChange.safeParse({ rate }).success).toBe(true)
  for (const rate of ['-1', '1.2.3', 'a', '1 000', 65]) expect(driverChange.safeParse({ rate }).success).toBe(false)
})

test('any refusal can be shown as one line of text', () => {
  expect(problemText({ detail: 'Not found.' })).toBe('Not found.')
  expect(problemText({ date: ['Enter a date.'], nested: { rate: ['Too long.', 'Too odd.'] } })).toBe(
    'Enter a date., Too long., Too odd.',
  )
  for (const rubbish of [null, undefined, 7, [], {}, { a: null }]) expect(problemText(rubbish)).toBe('')
})
