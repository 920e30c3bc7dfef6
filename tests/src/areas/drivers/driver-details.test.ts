import { describe, expect, it } from 'vitest'
import { rateWords } from '#src/areas/drivers/driver-rate.ts'
import { driverSearch } from '#src/areas/drivers/list/driver-search.ts'
import { expiryWords, toneOfExpiry } from '#src/format/expiry.ts'

const TODAY = '2026-11-21'

describe('a medical card or CDL', () => {
  it.each([
    ['2026-12-22', 'fine', ''],
    ['2026-12-21', 'soon', 'in 30 days'],
    ['2026-12-06', 'soon', 'in 15 days'],
    ['2026-12-05', 'pressing', 'in 14 days'],
    ['2026-11-22', 'pressing', 'in 1 day'],
    ['2026-11-21', 'expired', 'today'],
    ['2026-11-20', 'expired', 'expired 1 day ago'],
  ] as const)('that expires on %s is %s', (day, tone, words) => {
    expect(toneOfExpiry(day, TODAY)).toBe(tone)
    expect(expiryWords(day, TODAY)).toBe(words)
  })
})

describe('a rate', () => {
  it('is in cents per mile for a company driver and a percentage for other positions', () => {
    expect(rateWords('58.5', 'company_driver')).toBe('58.5 CPM')
    expect(rateWords('27.5', 'lease')).toBe('27.5%')
    expect(rateWords('88', 'owner_operator')).toBe('88%')
  })

  it('that is not set is a dash', () => {
    expect(rateWords(null, 'lease')).toBe('—')
    expect(rateWords('', 'company_driver')).toBe('—')
  })
})

describe('the address of the drivers page', () => {
  it('contains the sort order and the filter', () => {
    expect(driverSearch.parse({ sort: 'dispatcher', filter: 'on_vacation' })).toEqual({
      sort: 'dispatcher',
      filter: 'on_vacation',
      find: '',
    })
  })

  it('means all drivers by name when it is empty or invalid', () => {
    const usual = { sort: 'first_name,last_name', filter: '', find: '' }
    expect(driverSearch.parse({})).toEqual(usual)
    expect(driverSearch.parse({ sort: 'shoe_size', filter: 7 })).toEqual(usual)
  })
})
