import { describe, expect, test } from 'vitest'
import { namedUnit, onlyUnit } from '#src/areas/units/go-to/use-searched-units.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit-row.ts'

const TRUCK = aTruck({ id: '1042' })
const TRAILER = aTrailer({ id: 'TL-1042' })
const LONGER = aTruck({ id: '10421' })
const BY_VIN = aTruck({ id: '2000', vin: '1FUJHHDRXHK104243' })

describe('the unit that a search means beyond doubt', () => {
  test('is the one with that number, although VINs contain it', () => {
    expect(onlyUnit('1042', [TRUCK, BY_VIN])).toBe(TRUCK)
  })
  test('is the one whose VIN ends with it', () => {
    expect(onlyUnit('104243', [BY_VIN])).toBe(BY_VIN)
  })
  test('is none while another number begins with it, and none of two that have it', () => {
    expect(onlyUnit('1042', [TRUCK, LONGER])).toBeNull()
    expect(onlyUnit('1042', [TRUCK, TRAILER])).toBeNull()
    expect(onlyUnit('', [TRUCK])).toBeNull()
  })
})

describe('the unit that a submitted search names', () => {
  test('is the one whose whole number it is', () => {
    expect(namedUnit('1042', [TRUCK, TRAILER, LONGER])).toBe(TRUCK)
    expect(namedUnit('tl 1042', [TRUCK, TRAILER])).toBe(TRAILER)
  })
  test('is none for a part of a number', () => expect(namedUnit('104', [TRUCK, TRAILER])).toBeNull())
})
