import { describe, expect, test } from 'vitest'
import { managerNamed, managerOf, managerWith } from '#src/areas/maintenance/new/unit-fleet-manager.ts'
import { fleetManagerNames } from '#src/lookups/fleet-managers-queries.ts'
import { storedTrucks } from '#src/lookups/unit-miles-queries.ts'
import { TRUCK } from '#tests/support/builders/a-new-inspection.ts'
import { aTruck } from '#tests/support/builders/a-unit-row.ts'
import { offlinePageForEachTest, storeList } from '#tests/support/builders/an-offline-page.ts'

const named = (id: number, first_name: string, last_name: string) => ({
  id,
  user: { id, first_name, last_name, email: '', phone: '', photo: null },
})
const GREG = { id: 2, first_name: 'Greg', last_name: 'Novak' }
const ROSA = { id: 3, first_name: 'Rosa', last_name: 'Chen' }
const managers = [named(2, 'Greg', 'Novak'), named(3, 'Rosa', 'Chen'), named(4, 'Sam', 'Hill'), named(5, 'Sam', 'Hill')]

offlinePageForEachTest()

describe('the fleet manager of a unit', () => {
  const truck = aTruck({ id: TRUCK.id })
  const ofRosa = { ...truck, extra_info: { ...truck.extra_info, fleet_manager_name: ' rosa chen ' } }

  test('is found by the name on the stored unit among the stored fleet managers', async () => {
    storeList(storedTrucks, [ofRosa])
    storeList(fleetManagerNames, managers)
    expect(await managerOf(TRUCK)).toEqual(ROSA)
    expect(await managerOf({ ...TRUCK, id: '7' })).toBeNull()
  })

  test('is null if the name is empty, unknown or shared by two fleet managers', () => {
    expect(managerNamed('Greg Novak', managers)).toEqual(GREG)
    expect(managerNamed('Outside Service', managers)).toBeNull()
    expect(managerNamed('Sam Hill', managers)).toBeNull()
    expect(managerNamed('', managers)).toBeNull()
  })
})

describe('choosing another unit', () => {
  test('selects its fleet manager if none or only the former unit’s own was selected', () => {
    expect(managerWith(null, { former: null, next: ROSA })).toEqual(ROSA)
    expect(managerWith(GREG, { former: GREG, next: ROSA })).toEqual(ROSA)
    expect(managerWith(GREG, { former: GREG, next: null })).toBeNull()
  })
  test('keeps a fleet manager that the user chose', () => {
    expect(managerWith(GREG, { former: ROSA, next: null })).toEqual(GREG)
    expect(managerWith(GREG, { former: null, next: ROSA })).toEqual(GREG)
  })
})
