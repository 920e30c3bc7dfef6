import { describe, expect, test } from 'vitest'
import type { Unit } from '#contract/units/units.ts'
import { namedUnit, onlyUnit } from '#src/areas/units/go-to/use-searched-units.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit-row.ts'

const TRUCK = aTruck({ id: '1042' })
const TRAILER = aTrailer({ id: 'TL-1042' })
const LONGER = aTruck({ id: '10421' })
const BY_VIN = aTruck({ id: '2000', vin: '1FUJHHDRXHK104243' })

describe('the unit that a search means beyond doubt', () => {
  const only = (find: string, ...rows: readonly Unit[]) => onlyUnit(find, { rows, count: rows.length })
  test('is the one with that number, and the one whose VIN ends with it', () => {
    expect(only('1042', TRUCK)).toBe(TRUCK)
    expect(only('104243', BY_VIN)).toBe(BY_VIN)
  })
  test('is none while another unit contains it: the user may be about to type more', () => {
    expect(only('1042', TRUCK, BY_VIN)).toBeNull()
    expect(only('1042', TRUCK, LONGER)).toBeNull()
    expect(onlyUnit('1042', { rows: [TRUCK], count: 51 })).toBeNull()
  })
  test('is none for a part of a number, and for no search', () => {
    expect(only('104', TRUCK)).toBeNull()
    expect(only('', TRUCK)).toBeNull()
  })
})

describe('the unit that a submitted search names', () => {
  test('is the one whose whole number it is', () => {
    expect(namedUnit('1042', [TRUCK, TRAILER, LONGER])).toBe(TRUCK)
    expect(namedUnit('tl 1042', [TRUCK, TRAILER])).toBe(TRAILER)
  })
  test('is none for a part of a number', () => expect(namedUnit('104', [TRUCK, TRAILER])).toBeNull())
})
