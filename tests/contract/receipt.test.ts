import { expect, test } from 'vitest'
import { scheduleChanges } from '#contract/boards/schedule-changes.ts'
import { driverChanges } from '#contract/people/driver-changes.ts'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { parseAnswer, receiptOf } from '#contract/wire/receipt.ts'

const RECEIPT = { id: 7, client_id: null, version: 3 }

test('a receipt has the id, the client id and the version of a record, and nothing else', () => {
  expect(receiptOf({ id: 7, version: 3, extra_info: { rate: '0.71' }, user: { id: 9 } })).toEqual(RECEIPT)
  expect(receiptOf({ id: 'T-1', client_id: 'a', text: 'x' })).toEqual({ id: 'T-1', client_id: 'a', version: null })
})

test('a response with several records yields one receipt each, even inside lists', () => {
  expect(receiptOf([{ id: 7, version: 3, status: 'x' }])).toEqual([RECEIPT])
  const days = { days: [{ id: 7, version: 3, status: 'x' }], cleared: [{ date: '2026-11-23', version: 4 }] }
  expect(receiptOf(days)).toEqual([RECEIPT])
  expect(receiptOf({ count: 3 })).toEqual([])
})

test('a receipt is a valid response to a change, but not to a read', () => {
  expect(parseAnswer(driverChanges.update, RECEIPT)).toMatchObject({ success: true, data: RECEIPT })
  expect(parseAnswer(scheduleChanges.setDays, [RECEIPT])).toMatchObject({ success: true, data: [RECEIPT] })
  expect(parseAnswer(driverEndpoints.find, RECEIPT)?.success).toBe(false)
  expect(parseAnswer(driverChanges.update, { detail: 'x' })?.success).toBe(false)
})
