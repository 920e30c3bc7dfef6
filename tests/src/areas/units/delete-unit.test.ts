import { describe, expect, test } from 'vitest'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { deleteTrailer, deleteTruck } from '#src/areas/units/changes/delete-unit-commands.ts'
import { dependentWords } from '#src/areas/units/detail/delete-unit-question.tsx'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aTrailer, aTruck, drivenBy } from '#tests/support/builders/a-unit-row.ts'

const rows = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const drivers = kind<Driver>(driverKind.name, driverKind.keyOf)
const was = aTruck(drivenBy(7, 'Maria', 'Lopez'))

describe('deleting a truck', () => {
  test('removes it from every list and from its driver immediately', () => {
    const fold = foldOf([{ effects: deleteTruck.effects({ was }), settled: null }])
    expect(fold.rows(rows, [was, aTruck({ id: '1050' })]).map(({ id }) => id)).toEqual(['1050'])
    expect(fold.row(drivers, aDriver({ id: 7, truck: '1042', trailer: 'TL-1' }))).toMatchObject({
      truck: null,
      trailer: 'TL-1',
    })
    expect(fold.row(drivers, aDriver({ id: 7, truck: '1050' })).truck).toBe('1050')
  })

  test('sends its id, touches the truck and its driver, and cannot be undone', () => {
    expect(deleteTruck.request({ was })).toEqual({ params: { id: '1042' } })
    expect(deleteTruck.touches({ was })).toEqual(['unit/1042', 'driver/7'])
    expect(deleteTrailer.touches({ was: aTrailer() })).toEqual(['unit/TL-1001'])
    expect(deleteTruck.inverse).toBeUndefined()
    expect(deleteTruck.describe({ was })).toEqual({ record: 'Truck 1042', change: 'Deleted' })
  })

  test('asks whether to delete the truck anyway if another user changed it meanwhile', () => {
    const [field, ...others] = deleteTruck.fields?.({ was }) ?? []
    expect(others).toEqual([])
    expect(field?.names).toEqual(['is_deleted'])
    expect([field?.words(field.was), field?.words(field.yours)]).toEqual(['Kept', 'Deleted'])
    expect(field?.without()).toBeNull()
    const now = aTruck({ color: 'Red', version: 9 })
    expect(deleteTruck.rebase?.({ was }, now)).toEqual({ was: now })
  })
})

test('the records that depend on a unit are counted in words', () => {
  expect(dependentWords({ tolls: 8, fuel: 1, inspections: 3, defects: 2 })).toBe(
    '8 tolls and 1 purchase of fuel stay in the books. 3 inspections stay. 2 defects of it go with it.',
  )
  expect(dependentWords({ tolls: 1, fuel: 0, inspections: 0, defects: 0 })).toBe('1 toll stays in the books.')
  expect(dependentWords({ tolls: 0, fuel: 0, inspections: 0, defects: 1 })).toBe('1 defect of it goes with it.')
  expect(dependentWords({ tolls: 0, fuel: 0, inspections: 0, defects: 0 })).toBe(
    'It has no tolls, fuel, inspections or defects.',
  )
})
