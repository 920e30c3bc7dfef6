import { expect, test } from 'vitest'
import { notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import { papersWords } from '#src/areas/units/driver-choices.ts'
import { aTrailer } from '#tests/support/builders/a-unit-row.ts'

const TODAY = '2026-11-21'
const fit = aTrailer({ inspection_passed_date: TODAY, next_service_date: TODAY, status: 'assigned' })

test.each([
  [null, ''],
  [undefined, ''],
  ['2026-12-06', ''],
  ['2026-12-05', 'medical card or CDL expires in 14 days'],
  ['2026-11-22', 'medical card or CDL expires in 1 day'],
  [TODAY, 'medical card or CDL expires today'],
  ['2026-11-20', 'medical card or CDL expired'],
  ['2020-01-01', 'medical card or CDL expired'],
])('papers that are valid until %s are described as “%s”', (until, words) => {
  expect(papersWords(until, TODAY)).toBe(words)
  // The words for the driver and the unit's reasons for not being ready must agree.
  const ofUnit = notReadyReasons({ ...fit, driver: { papers_until: until } }, TODAY).map((one) => one.words)
  expect(ofUnit).toEqual(words.endsWith('expired') ? [`driver’s ${words}`] : [])
})
