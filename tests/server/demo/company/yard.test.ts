import { describe, expect, test } from 'vitest'
import { demoCompany } from '#server/demo/company/company.ts'
import { checkDigit } from '#server/demo/company/vins.ts'
import { CITIES } from '#server/demo/roads/freight-map.ts'

const TODAY = '2026-11-21'
const small = demoCompany(60, TODAY)
const large = demoCompany(1000, TODAY)
const YEAR_LETTERS: Readonly<Record<number, string>> = { 2017: 'H', 2018: 'J', 2022: 'N', 2024: 'R', 2026: 'T' }

describe('vehicle identification numbers', () => {
  test('have the check digits of the regulation’s examples', () => {
    expect(checkDigit('1M8GDM9AXKP042788')).toBe('X')
    expect(checkDigit('11111111111111111')).toBe('1')
    expect(checkDigit('1FUJGLDR0PL101234')).toBe('8')
  })

  test('are unique, have 17 characters without I, O and Q, a correct check digit and the letter of the unit’s year', () => {
    const vins = large.units.map((unit) => unit.vin)
    expect(new Set(vins).size).toBe(vins.length)
    for (const { vin, year } of large.units) {
      expect(vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
      expect(vin[8]).toBe(checkDigit(vin))
      if (YEAR_LETTERS[year]) expect(vin[9]).toBe(YEAR_LETTERS[year])
    }
  })

  test('begin with the prefix of the maker', () => {
    for (const { vin, transport_model } of large.units) {
      if (transport_model.startsWith('Freightliner')) expect(vin.slice(0, 3)).toBe('1FU')
      if (transport_model.startsWith('Utility')) expect(vin.slice(0, 3)).toBe('1UY')
      // The prefix for an unknown maker, which no unit has.
      expect(vin.slice(0, 3), transport_model).not.toBe('1Z9')
    }
  })
})

describe('defects', () => {
  const defects = [...large.defects()]
  const open = (urgency: string) => defects.filter((one) => one.state === 'open' && one.urgency === urgency)

  test('keep about one unit in fifty in the yard; minor and average defects are more common than major ones', () => {
    const share = new Set(open('major').map((one) => one.unit_id)).size / large.units.length
    expect(share > 0.012 && share < 0.03, `${share}`).toBe(true)
    expect(open('minor').length).toBeGreaterThan(2 * open('major').length)
    expect(open('average').length).toBeGreaterThan(open('major').length)
    expect([...small.defects()].some((one) => one.state === 'open' && one.urgency === 'major')).toBe(true)
  })

  test('concern parts that the unit kind has, and were found by today', () => {
    const kinds = new Map(large.units.map((unit) => [unit.id, unit.kind]))
    for (const one of defects) {
      expect(one.found_on <= TODAY).toBe(true)
      expect(one.description).not.toBe('')
      if (kinds.get(one.unit_id) === 'trailer') expect(one.defect_type).not.toMatch(/steering|horn|wiper|mirror/)
    }
    expect(defects.map((one) => one.id)).toEqual(defects.map((_, index) => index + 1))
  })
})

describe('positions', () => {
  const positions = [...large.positions()]
  const trailers = large.units.filter((unit) => unit.kind === 'trailer')

  test('are reported by the gateways that most trailers have', () => {
    const share = positions.length / trailers.length
    expect(share > 0.85 && share < 0.98, `${share}`).toBe(true)
    expect(new Set(positions.map((one) => one.unit_id)).size).toBe(positions.length)
    for (const one of positions) {
      expect(one.battery_capacity >= 20 && one.battery_capacity <= 100).toBe(true)
      expect(one.minutes_ago > 0 && one.minutes_ago <= 30 * 60).toBe(true)
    }
  })

  test('are in the country, near the named city', () => {
    for (const one of positions) {
      expect(one.latitude > 25 && one.latitude < 49 && one.longitude > -125 && one.longitude < -66).toBe(true)
      const city = CITIES.find(({ name }) => name === one.formatted_address)
      expect(city, one.formatted_address).toBeDefined()
      if (city) expect(Math.hypot(one.latitude - city.latitude, one.longitude - city.longitude)).toBeLessThan(0.05)
    }
  })

  test('are marked as pulled exactly when the trailer has a driver', () => {
    const holder = new Map(large.units.map((unit) => [unit.id, unit.driver_id]))
    const pulled = positions.filter((one) => one.is_pulled)
    expect(pulled.length).toBeGreaterThan(50)
    expect(pulled.length).toBeLessThan(positions.length)
    for (const one of positions) expect(one.is_pulled).toBe(holder.get(one.unit_id) !== null)
  })
})

test('each truck in the workshop has its own last driver, a settled driver who has no truck now', () => {
  for (const { units, drivers } of [small, large]) {
    const inWorkshop = units.filter((unit) => unit.last_driver_id !== null)
    const lastDrivers = inWorkshop.map((unit) => unit.last_driver_id)
    expect(lastDrivers.length).toBeGreaterThan(0)
    expect(new Set(lastDrivers).size).toBe(lastDrivers.length)
    expect(inWorkshop.every(({ kind, status }) => kind === 'truck' && status === 'on_service')).toBe(true)
    expect(units.some(({ kind, driver_id }) => kind === 'truck' && lastDrivers.includes(driver_id ?? 0))).toBe(false)
    expect(drivers.filter(({ id }) => lastDrivers.includes(id)).every(({ stage }) => stage === 'settled')).toBe(true)
  }
})

describe('registrations', () => {
  const soon = '2026-12-21'

  test('expire within a month for some units, but not many', () => {
    for (const { units } of [small, large]) {
      const pressing = units.filter(({ registration_expire: day }) => day >= TODAY && day <= soon)
      const share = pressing.length / units.length
      expect(share > 0.02 && share < 0.13, `${share}`).toBe(true)
    }
  })

  test('of at least one truck and one trailer have expired, and all such units are in the workshop', () => {
    for (const { units } of [small, large]) {
      const over = units.filter(({ registration_expire: day }) => day < TODAY)
      expect(new Set(over.map(({ kind }) => kind)).size).toBe(2)
      for (const { status } of over) expect(status).toBe('on_service')
    }
  })
})
