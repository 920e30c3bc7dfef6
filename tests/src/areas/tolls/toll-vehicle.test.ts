import { expect, test } from 'vitest'
import { isSameVehicle, tollVehicleTitle, tollVehicleValue } from '#src/areas/tolls/toll-vehicle.ts'

const truck = { Plate: 'P1', TransponderId: '0077', UnitNumber: '1042' }
const NONE = { Plate: '', TransponderId: '', UnitNumber: '' }

test('a truck is told from others by the three that the road knows, and called by the first that it has', () => {
  expect(tollVehicleValue(truck)).toBe('P1-0077-1042')
  expect(tollVehicleValue({ ...truck, TransponderId: '' })).toBe('P1--1042')
  expect(tollVehicleTitle(truck)).toBe('1042')
  expect(tollVehicleTitle({ ...truck, UnitNumber: '' })).toBe('P1')
  expect(tollVehicleTitle({ ...NONE, TransponderId: '0077' })).toBe('0077')
})

test.each([
  ['with another plate', { ...truck, Plate: 'P2' }, true],
  ['with another number', { ...truck, UnitNumber: '1050' }, true],
  ['without a transponder', { ...truck, TransponderId: '' }, true],
  ['that has got its transponder alone', { ...truck, Plate: 'P2', UnitNumber: '1050' }, false],
  ['that has got its number alone', { ...truck, Plate: 'P2', TransponderId: '0099' }, false],
  ['that has nothing', NONE, false],
])('a truck %s is or is not the same', (_, other, isSame) => {
  expect(isSameVehicle(truck, other)).toBe(isSame)
})

test('of a truck that has nothing else the transponder tells', () => {
  const nameless = { ...NONE, TransponderId: '0077' }
  expect([isSameVehicle(nameless, truck), isSameVehicle(nameless, NONE)]).toEqual([true, false])
})
