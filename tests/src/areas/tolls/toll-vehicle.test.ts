import { expect, test } from 'vitest'
import { isSameVehicle, tollVehicleTitle, tollVehicleValue } from '#src/areas/tolls/toll-vehicle.ts'

const truck = { Plate: 'P1', TransponderId: '0077', UnitNumber: '1042' }
const NONE = { Plate: '', TransponderId: '', UnitNumber: '' }

test('a truck is identified by plate, transponder and number together, and titled by the first of number, plate and transponder that it has', () => {
  expect(tollVehicleValue(truck)).toBe('P1-0077-1042')
  expect(tollVehicleValue({ ...truck, TransponderId: '' })).toBe('P1--1042')
  expect(tollVehicleTitle(truck)).toBe('1042')
  expect(tollVehicleTitle({ ...truck, UnitNumber: '' })).toBe('P1')
  expect(tollVehicleTitle({ ...NONE, TransponderId: '0077' })).toBe('0077')
})

test.each([
  ['with another plate is the same', { ...truck, Plate: 'P2' }, true],
  ['with another number is the same', { ...truck, UnitNumber: '1050' }, true],
  ['without a transponder is the same', { ...truck, TransponderId: '' }, true],
  ['that has only the transponder in common is another one', { ...truck, Plate: 'P2', UnitNumber: '1050' }, false],
  ['that has only the number in common is another one', { ...truck, Plate: 'P2', TransponderId: '0099' }, false],
  ['without any identifier is another one', NONE, false],
])('a truck %s', (_, other, isSame) => {
  expect(isSameVehicle(truck, other)).toBe(isSame)
})

test('a truck that has only a transponder is recognized by it', () => {
  const nameless = { ...NONE, TransponderId: '0077' }
  expect([isSameVehicle(nameless, truck), isSameVehicle(nameless, NONE)]).toEqual([true, false])
})
