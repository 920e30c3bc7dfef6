import { expect, test } from 'vitest'
import { unitNameOf } from '#contract/units/unit-assignment.ts'
import { transportChoices } from '#src/areas/maintenance/inspection-choices.ts'
import { scannedUnit } from '#src/areas/maintenance/walk-around/scanned-unit.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit-row.ts'

const MADE_HERE = '019af3b0-0000-7000-8000-0000000000cc'
const truck = aTruck({ id: '1042', vin: '1FUJHHDRXHK104243' })
const NAMES = [
  { ...unitNameOf(truck), licence_plate: 'P482193' },
  unitNameOf(aTrailer({ id: 'TL-1001' })),
  unitNameOf(aTruck({ id: '1077', client_id: MADE_HERE })),
]
const choices = transportChoices(NAMES, null)
const found = (code: string) => scannedUnit(code, choices)?.value

test('a code finds a unit by its id, alone or at the end of an address', () => {
  expect(found('1042')).toBe('1042')
  expect(found(' tl-1001 ')).toBe('TL-1001')
  expect(found('https://yard.example/units/1042/')).toBe('1042')
  expect(found('https://yard.example/?unit=TL-1001')).toBe('TL-1001')
  expect(found('77')).toBeUndefined()
})

test('a code finds a unit by its plate and its whole VIN', () => {
  expect(found('P-482 193')).toBe('1042')
  expect(found('1FUJHHDRXHK104243')).toBe('1042')
})

test('a label finds a unit that a device created by its id at the server, and never a unit of the other kind', () => {
  for (const id of ['1077', MADE_HERE]) expect(found(`https://yard.example/units/truck/${id}`)).toBe(MADE_HERE)
  expect(found('https://yard.example/units/trailer/1077')).toBeUndefined()
})
