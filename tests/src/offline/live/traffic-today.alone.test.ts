import { beforeEach, expect, test, vi } from 'vitest'
import { driverChanges } from '#contract/people/driver-changes.ts'
import { driverEndpoints } from '#contract/people/drivers.ts'
import { eventEndpoints } from '#contract/wire/events.ts'
import { syncEndpoints } from '#contract/wire/sync.ts'
import { noteReceived, noteRequest, takeTraffic } from '#src/api/traffic.ts'
import { trafficToday } from '#src/offline/live/traffic-today.ts'
import { openPage } from '#tests/support/browser/fake-browser.ts'

let page: ReturnType<typeof openPage>

beforeEach(() => {
  page = openPage()
  takeTraffic()
})

test('what a day’s calls received is added up by their causes, over tabs and reloads', () => {
  noteRequest(driverEndpoints.list)
  noteReceived(driverEndpoints.list, 900)
  noteReceived(driverEndpoints.list, 100)
  noteRequest(driverChanges.update)
  noteRequest(eventEndpoints.stream)
  noteReceived(eventEndpoints.stream, 30)
  trafficToday()
  noteRequest(driverEndpoints.find)
  noteRequest(syncEndpoints.changes)
  expect(trafficToday()).toEqual({
    'Lists and records': { requests: 2, bytes: 1000 },
    Changes: { requests: 1, bytes: 0 },
    'Event stream': { requests: 1, bytes: 30 },
    'Changed rows of lists': { requests: 1, bytes: 0 },
  })
})

test('a new day of the company begins at zero', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T23:00:00-06:00') })
  noteRequest(driverEndpoints.list)
  trafficToday()
  vi.setSystemTime(Date.parse('2026-11-29T00:30:00-06:00'))
  expect(trafficToday()).toEqual({})
  vi.useRealTimers()
})

test.each(['no JSON', '{"day":1}', '{"day":"2026-11-28","causes":{"a":{"requests":"x"}}}'])(
  'sums that this app did not write are replaced: %s',
  (text) => {
    page.local.setItem('haulyard-traffic', text)
    noteRequest(driverEndpoints.list)
    expect(trafficToday()).toEqual({ 'Lists and records': { requests: 1, bytes: 0 } })
  },
)
