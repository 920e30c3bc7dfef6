import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lossMarkerName } from '#src/offline/outbox/entry/names.ts'
import { localLossMarker, toNumbers, toRanges, waitingOnDevice } from '#src/offline/outbox/repair/local-loss-marker.ts'
import { fakeStorage } from '#tests/support/browser/fake-browser.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('toRanges and toNumbers return the same numbers, whatever runs they form', () => {
  const property = fc.property(fc.uniqueArray(fc.nat({ max: 60 })), (numbers) => {
    expect(toNumbers(toRanges(numbers))).toEqual([...numbers].sort((a, b) => a - b))
  })
  void fc.assert(property)
  expect(toRanges(Array.from({ length: 5000 }, (_, at) => at + 1))).toEqual([[1, 5000]])
})
test('a note is read as it was written', () => {
  const note = { device: 'tablet', lastSeq: 9, unsettled: [2, 3, 4, 9], settling: [1, 5, 6] }
  localLossMarker('7').write(note)
  expect(localLossMarker('7').read()).toEqual(note)
  expect(localLossMarker('8').read()).toBeNull()
})
test('a note of an older app version is read; a torn note reads as null', () => {
  localStorage.setItem(lossMarkerName('7'), JSON.stringify({ device: 'tablet', lastSeq: 9, unsettled: [8, 9] }))
  expect(localLossMarker('7').read()).toEqual({ device: 'tablet', lastSeq: 9, unsettled: [8, 9], settling: [] })
  for (const torn of ['{"device":"tab', '{"device":"tablet","lastSeq":9,"unsettled":[[1,1e300]]}', '7']) {
    localStorage.setItem(lossMarkerName('7'), torn)
    expect(localLossMarker('7').read()).toBeNull()
  }
})

test.each([
  ['a number above the safe integers', { lastSeq: 2 ** 53 }],
  ['a number above the highest valid one', { lastSeq: 2_000_000_000 }],
  ['a range that would exhaust the memory', { unsettled: [[10, 1_000_000]] }],
  ['many long ranges', { settling: Array.from({ length: 900 }, () => [1, 1_000]) }],
])('a note written by hand reads as null: %s', (_, parts) => {
  const note = { device: 'tablet', lastSeq: 9, unsettled: [8], ...parts }
  localStorage.setItem(lossMarkerName('7'), JSON.stringify(note))
  expect(localLossMarker('7').read()).toBeNull()
})

test('the changes waiting on the device are counted over all its users, without a key', () => {
  localLossMarker('7').write({ device: 'd', lastSeq: 9, unsettled: [3, 4, 5, 9], settling: [] })
  localLossMarker('8').write({ device: 'd', lastSeq: 1, unsettled: [], settling: [] })
  localLossMarker('9').write({ device: 'd', lastSeq: 2, unsettled: [2], settling: [1] })
  localStorage.setItem('haulyard-outbox-witness-10', 'torn')
  expect(waitingOnDevice()).toEqual({ changes: 5, users: 2 })
})
