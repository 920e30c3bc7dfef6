import { describe, expect, test } from 'vitest'
import { demoCompany } from '#server/demo/company/company.ts'
import { checkDigit } from '#server/demo/company/vins.ts'
import { CITIES } from '#server/demo/roads/freight-map.ts'

const TODAY = '2026-11-21'
const small = demoCompany(60, TODAY)
const large = demoCompany(1000, TODAY)
const YEAR_LETTERS: Readonly<Record<number, string>> = { 2017: 'H', 2018: 'J', 2022: 'N', 2024: 'R', 2026: 'T' }

describe('vehicle identification numbers', () => {
  test('have the check digit that the regulation’s examples have', () => {
    expect(checkDigit('1M8GDM9AXKP042788')).toBe('X')
    expect(checkDigit('11111111111111111')).toBe('1')
    expect(checkDigit('1FUJGLDR0PL101234')).toBe('8')
  })

  test('are of 17 characters without I, O and Q, right in their check digit, of the unit’s year, and nobody else’s', () => {
    const vins = large.units.map((unit) => unit.vin)
    expect(new Set(vins).size).toBe(vins.length)
    for (const { vin, year } of large.units) {
      expect(vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
      expect(vin[8]).toBe(checkDigit(vin))
      if (YEAR_LETTERS[year]) expect(vin[9]).toBe(YEAR_LETTERS[year])
    }
  })

  test('begin as the maker’s do', () => {
    for (const { vin, transport_model } of large.units) {
      if (transport_model.startsWith('Freightliner')) expect(vin.slice(0, 3)).toBe('1FU')
      if (transport_model.startsWith('Utility')) expect(vin.slice(0, 3)).toBe('1UY')
      // No unit is of a maker that nobody knows.
      expect(vin.slice(0, 3), transport_model).not.toBe('1Z9')
    }
  })
})

describe('defects', () => {
  const found = [...large.defects()]
  const open = (urgency: string) => found.filter((one) => one.state === 'open' && one.urgency === urgency)

  test('keep about one unit in fifty in the yard; smaller ones are commoner', () => {
    const share = new Set(open('major').map((one) => one.unit_id)).size / large.units.length
    expect(share > 0.012 && share < 0.03, `${share}`).toBe(true)
    expect(open('minor').length).toBeGreaterThan(2 * open('major').length)
    expect(open('average').length).toBeGreaterThan(open('major').length)
    expect([...small.defects()].some((one) => one.state === 'open' && one.urgency === 'major')).toBe(true)
  })

  test('are of parts that such a unit has, found by today', () => {
    const kinds = new Map(large.units.map((unit) => [unit.id, unit.kind]))
    for (const one of found) {
      expect(one.found_on <= TODAY).toBe(true)
      expect(one.description).not.toBe('')
      if (kinds.get(one.unit_id) === 'trailer') expect(one.defect_type).not.toMatch(/steering|horn|wiper|mirror/)
    }
    expect(found.map((one) => one.id)).toEqual(found.map((_, index) => index + 1))
  })
})

describe('positions', () => {
  const positions = [...large.positions()]
  const trailers = large.units.filter((unit) => unit.kind === 'trailer')

  test('are told by the gateways of trailers, which not all of them have', () => {
    const share = positions.length / trailers.length
    expect(share > 0.85 && share < 0.98, `${share}`).toBe(true)
    expect(new Set(positions.map((one) => one.unit_id)).size).toBe(positions.length)
    for (const one of positions) {
      expect(one.battery_capacity >= 20 && one.battery_capacity <= 100).toBe(true)
      expect(one.minutes_ago > 0 && one.minutes_ago <= 30 * 60).toBe(true)
    }
  })

  test('lie in the country, near the city that is named', () => {
    for (const one of positions) {
      expect(one.latitude > 25 && one.latitude < 49 && one.longitude > -125 && one.longitude < -66).toBe(true)
      const city = CITIES.find(({ name }) => name === one.formatted_address)
      expect(city, one.formatted_address).toBeDefined()
      if (city) expect(Math.hypot(one.latitude - city.latitude, one.longitude - city.longitude)).toBeLessThan(0.05)
    }
  })

  test('are of trailers that somebody pulls, which are where their trucks are, and of others', () => {
    const holder = new Map(large.units.map((unit) => [unit.id, unit.driver_id]))
    const pulled = positions.filter((one) => one.is_pulled)
    expect(pulled.length).toBeGreaterThan(50)
    expect(pulled.length).toBeLessThan(positions.length)
    for (const one of positions) expect(one.is_pulled).toBe(holder.get(one.unit_id) !== null)
  })
})

test('trucks at the workshop are of drivers who have none meanwhile, one each', () => {
  for (const { units, drivers } of [small, large]) {
    const lost = units.filter((unit) => unit.last_driver_id !== null)
    const theirs = lost.map((unit) => unit.last_driver_id)
    expect(theirs.length).toBeGreaterThan(0)
    expect(new Set(theirs).size).toBe(theirs.length)
    expect(lost.every(({ kind, status }) => kind === 'truck' && status === 'on_service')).toBe(true)
    expect(units.some(({ kind, driver_id }) => kind === 'truck' && theirs.includes(driver_id ?? 0))).toBe(false)
    expect(drivers.filter(({ id }) => theirs.includes(id)).every(({ stage }) => stage === 'settled')).toBe(true)
  }
})

describe('registrations', () => {
  const soon = '2026-12-21'

  test('of most units end well ahead, and of some within a month', () => {
    for (const { units } of [small, large]) {
      const pressing = units.filter(({ registration_expire: day }) => day >= TODAY && day <= soon)
      const share = pressing.length / units.length
      expect(share > 0.02 && share < 0.13, `${share}`).toBe(true)
    }
  })

  test('are over of a truck and of a trailer at least, and of such as stand in the workshop alone', () => {
    for (const { units } of [small, large]) {
      const over = units.filter(({ registration_expire: day }) => day < TODAY)
      expect(new Set(over.map(({ kind }) => kind)).size).toBe(2)
      for (const { status } of over) expect(status).toBe('on_service')
    }
  })
})
