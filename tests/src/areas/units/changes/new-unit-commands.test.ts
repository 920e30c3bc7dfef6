import { describe, expect, test } from 'vitest'
import { type Driver, driverKind } from '#contract/people/drivers.ts'
import { trailerChanges, truckChanges } from '#contract/units/unit-changes.ts'
import { unitId, unitKind } from '#contract/units/unit-names.ts'
import { compareUnitRows, unitFits } from '#contract/units/unit-search.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { deleteTrailer } from '#src/areas/units/changes/delete-unit-commands.ts'
import { waitingFormer } from '#src/areas/units/changes/former-unit.ts'
import { type NewUnitInput, rowOf, withDriverAssigned } from '#src/areas/units/changes/new-unit.ts'
import { createTrailer, createTruck } from '#src/areas/units/changes/new-unit-commands.ts'
import { seenUnit } from '#src/areas/units/changes/seen-unit.ts'
import { changeTrailerDetails } from '#src/areas/units/changes/unit-details-commands.ts'
import { changeTrailerPhoto } from '#src/areas/units/changes/unit-photo-commands.ts'
import { changeTrailerStatus, giveTrailerDriver } from '#src/areas/units/changes/unit-place-commands.ts'
import { newUnitOf, noUnit, type UnitValues } from '#src/areas/units/form/unit-form.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { noPhoto } from '#src/record/photo-command.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aTrailer, aTruck, drivenBy } from '#tests/support/builders/a-unit-row.ts'

const NAME = '01a3185c-5000-7000-8000-0000000000c1'
const DAY = '2026-11-22'
const rows = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const drivers = kind<Driver>(driverKind.name, driverKind.keyOf)

const filled: UnitValues = {
  ...noUnit(DAY),
  transport_model: ' Kenworth T680 ',
  year: '2024',
  color: 'Red',
  gomotive_id: '4100',
  inspection_passed_date: '2026-10-01',
  next_service_date: '2027-02-01',
  fleet_manager_name: 'Rosa Chen',
  fleet_manager_phone: '(312) 555-0130',
  fleet_manager_email: 'rosa.chen@haulyard.example',
}
const forTruck = { unit_number: '1099', licence_plate: 'IL 1099', transponder_id: 'TP-1099', pilot_flying_j_truck: 77 }
const maria = { id: 7, first_name: 'Maria', last_name: 'Lopez', is_firing: false }
const input = (sort: Unit['kind'], over: Partial<UnitValues> = {}): NewUnitInput => {
  const values = { ...filled, ...(sort === 'truck' ? forTruck : { type: 'reefer' }), ...over }
  return { unit: newUnitOf(sort, values, NAME), driver: values.driver, photo: null, shown: null, on: DAY }
}
const waiting = (...effects: ReturnType<typeof createTruck.effects>[]) =>
  foldOf(effects.map((one) => ({ effects: one, settled: null })))

describe('a new truck', () => {
  const plain = input('truck')

  test('sends what was typed, trimmed and as numbers, and no empty fields', () => {
    const { body } = createTruck.request(plain)
    expect(body).toEqual({
      client_id: NAME,
      transport_model: 'Kenworth T680',
      year: 2024,
      color: 'Red',
      gomotive_id: 4100,
      inspection_passed_date: '2026-10-01',
      next_service_date: '2027-02-01',
      fleet_manager_name: 'Rosa Chen',
      fleet_manager_phone: '(312) 555-0130',
      fleet_manager_email: 'rosa.chen@haulyard.example',
      ...forTruck,
      status: 'unassigned',
      status_date_from: DAY,
      status_date_to: null,
    })
    expect(truckChanges.create.body.safeParse(body).success).toBe(true)
    expect(createTruck.input.safeParse(plain).success).toBe(true)
  })

  test('is listed by its number, and can be changed again before the server has it', () => {
    const fold = waiting(createTruck.effects(plain))
    const rules = { fits: unitFits(''), compare: compareUnitRows('id') }
    const shown = fold.rows(rows, [aTruck({ id: '1042' }), aTruck({ id: '1100' })], rules)
    expect(shown.map(({ id }) => id)).toEqual(['1042', '1099', '1100'])
    expect(seenUnit.safeParse(shown[1]).success).toBe(true)
    expect(shown[1]).toMatchObject({ version: 0, client_id: NAME, status: 'unassigned', driver: null })
  })

  test('is described in words, and its fields can be edited', () => {
    expect(createTruck.describe(plain)).toEqual({ record: 'Truck 1099', change: 'New truck: Kenworth T680 2024, Red' })
    const field = (name: string) => createTruck.fields?.(plain).find(({ names }) => names[0] === name)
    const edited = field('licence_plate')?.with('IL 2000')
    expect(edited?.unit.licence_plate).toBe('IL 2000')
    expect(field('year')?.with('2023').unit.year).toBe(2023)
    // Text that is not a number is sent as typed, and the server refuses it. The row shows no year.
    const bad = field('year')?.with('soon')
    expect(bad?.unit.year).toBe('soon')
    expect(rowOf('truck', bad as NewUnitInput).year).toBeNull()
    expect(createTruck.input.safeParse(bad).success).toBe(true)
  })
})

describe('the registration of a new unit', () => {
  const registered = input('trailer', { registration_expire: '2027-03-31' })

  test('is sent and shown as it was typed, and left out if it is empty', () => {
    expect(createTrailer.request(registered).body).toMatchObject({ registration_expire: '2027-03-31' })
    expect(rowOf('trailer', registered).registration_expire).toBe('2027-03-31')
    expect(createTrailer.request(input('trailer')).body).not.toHaveProperty('registration_expire')
    expect(rowOf('trailer', input('trailer')).registration_expire).toBeNull()
  })

  test('can be removed in the Outbox while it waits', () => {
    const field = createTrailer.fields?.(registered).find(({ names }) => names[0] === 'registration_expire')
    const without = field?.with(null) as NewUnitInput
    expect(createTrailer.input.safeParse(without).success).toBe(true)
    expect(rowOf('trailer', without).registration_expire).toBeNull()
    const body = trailerChanges.create.body.parse(createTrailer.request(without).body)
    expect(body.registration_expire).toBeNull()
  })
})

describe('new trailers that wait for their numbers and share one title', () => {
  const one = input('trailer', { transport_model: 'Utility 3000R', color: 'White' })
  const other = input('trailer', { transport_model: 'Wabash DuraPlate', color: '' })
  const was = rowOf('trailer', one)

  test('are told apart by model, year and color in every change of theirs', () => {
    const record = 'New trailer, Utility 3000R 2024, White'
    expect(createTrailer.describe(one)).toEqual({ record, change: 'Added' })
    expect(createTrailer.describe(other).record).toBe('New trailer, Wabash DuraPlate 2024')
    const words = [
      changeTrailerDetails.describe({ was, to: { color: 'Blue' } }),
      changeTrailerPhoto.describe(noPhoto(was)),
      changeTrailerStatus.describe({ was, to: 'for_sale', on: DAY, until: null }),
      giveTrailerDriver.describe({ was, to: maria, had: null, on: DAY }),
      deleteTrailer.describe({ was }),
    ]
    expect(words.map((described) => described.record)).toEqual(words.map(() => record))
  })

  test('include no trailer that has a number: that is named by its number', () => {
    const numbered = input('trailer', { id: 'TL-9001' })
    const expected = { record: 'Trailer TL-9001', change: 'New trailer: Kenworth T680 2024, Red' }
    expect(createTrailer.describe(numbered)).toEqual(expected)
  })
})

describe('a new trailer with a driver', () => {
  const had = { id: 'TL-1001', client_id: null, row: null }
  const withDriver = input('trailer', { driver: { ...maria, had } })

  test('is assigned, and sends what trailer the driver had', () => {
    const { body } = createTrailer.request(withDriver)
    expect(body).toMatchObject({ status: 'assigned', driver: 7, driver_had: 'TL-1001' })
    expect(trailerChanges.create.body.safeParse(body).success).toBe(true)
    const none = createTrailer.request(input('trailer', { driver: maria }))
    expect(none.body).toMatchObject({ driver: 7, driver_had: null })
  })

  test('shows on the driver immediately, and frees the driver’s former trailer', () => {
    const former = aTrailer(drivenBy(7, 'Maria', 'Lopez'))
    const fold = waiting(createTrailer.effects(withDriver))
    expect(fold.row(drivers, aDriver({ id: 7, trailer: 'TL-1001' })).trailer).toBe('New trailer')
    expect(fold.row(rows, former)).toMatchObject({ status: 'unassigned', driver: null, status_date_from: DAY })
    expect(fold.row(rows, aTrailer(drivenBy(8, 'Bob', 'Hall'))).driver).toBe(8)
    expect(fold.find(rows, NAME)).toMatchObject({ driver: 7, driver_full_name: 'Maria Lopez', id: 'New trailer' })
    expect(unitId.safeParse('New trailer').success).toBe(true)
  })

  test('touches the driver and the driver’s former trailer, by client id if that was created here', () => {
    expect(createTrailer.touches(withDriver)).toEqual([`unit/${NAME}`, 'driver/7', 'unit/TL-1001'])
    const other = '01a3185c-5000-7000-8000-0000000000c2'
    const afterNewTrailer = input('trailer', {
      driver: { ...maria, had: { id: 'New trailer', client_id: other, row: null } },
    })
    expect(createTrailer.touches(afterNewTrailer)).toEqual([`unit/${NAME}`, 'driver/7', `unit/${other}`])
    expect(createTrailer.request(afterNewTrailer).body).toMatchObject({ driver_had: other })
  })

  test('refused because the driver has another trailer by now can be sent anyway or without the driver', () => {
    const refusal = { status: 400, body: { driver: ['…'], has_now: { driver: 'TL-1050' } } }
    const [same, without] = createTrailer.remedies?.(withDriver, refusal) ?? []
    expect(createTrailer.request(same?.input as NewUnitInput).body).toMatchObject({ driver: 7, driver_had: 'TL-1050' })
    expect(createTrailer.request(without?.input as NewUnitInput).body).toMatchObject({ status: 'unassigned' })
    expect(createTrailer.request(without?.input as NewUnitInput).body).not.toHaveProperty('driver')
    expect(createTrailer.remedies?.(withDriver, { status: 400, body: { id: ['Another unit has this id.'] } })).toEqual(
      [],
    )
  })

  test('takes the version from the response, for changes made meanwhile', () => {
    const reply = aTrailer({ id: 'TL-1071', client_id: NAME, version: 1 })
    expect(createTrailer.versions(reply, withDriver)).toEqual([{ key: `unit/${NAME}`, version: 1 }])
  })

  test('with a number of its own is named by that number', () => {
    const numbered = input('trailer', { id: ' TL-2000 ' })
    expect(rowOf('trailer', numbered).id).toBe('TL-2000')
    expect(createTrailer.request(numbered).body).toMatchObject({ unit_number: 'TL-2000' })
  })
})

test('a unit with a driver is assigned, and an assigned unit without a driver becomes unassigned', () => {
  expect(withDriverAssigned({ status: 'for_sale' }, maria).status).toBe('assigned')
  expect(withDriverAssigned({ status: 'assigned' }, null).status).toBe('unassigned')
  expect(withDriverAssigned({ status: 'on_service' }, null).status).toBe('on_service')
})

test('a driver’s waiting unit is found by its client id, though other units have the same title', () => {
  const effectsOfNew = (client_id: string, driver: typeof maria | null) => {
    const { unit, ...rest } = input('trailer', { driver })
    return createTrailer.effects({ ...rest, unit: { ...unit, client_id } })
  }
  const [hers, free] = [NAME, '01a3185c-5000-7000-8000-0000000000c2']
  const fold = waiting(effectsOfNew(free, null), effectsOfNew(hers, maria))
  const had = { id: 'New trailer', client_id: null, row: null }
  expect(waitingFormer(fold, 'trailer', 7, had)).toMatchObject({ client_id: hers, row: { driver: 7 } })
  expect(waitingFormer(fold, 'trailer', 8, had)).toBeNull()
  expect(waitingFormer(fold, 'truck', 7, had)).toBeNull()
})

describe('a new unit’s dispatcher', () => {
  const ann = { id: 2, user: { id: 9, first_name: 'Ann', last_name: 'Ray', photo: null } }
  const withDispatcher = (over: Partial<UnitValues> = {}): NewUnitInput => ({
    ...input('trailer', over),
    dispatcher: ann,
  })

  test('is sent with the unit and shows in its row immediately', () => {
    const { body } = createTrailer.request(withDispatcher())
    expect(body).toMatchObject({ dispatcher: 2 })
    expect(trailerChanges.create.body.safeParse(body).success).toBe(true)
    expect(waiting(createTrailer.effects(withDispatcher())).find(rows, NAME)?.dispatcher).toEqual(ann)
    expect(createTrailer.input.parse(withDispatcher())).toMatchObject({ dispatcher: ann })
  })

  test('is the driver’s if the unit has a driver; the one picked before is ignored', () => {
    const driven = withDispatcher({ driver: maria })
    expect(createTrailer.request(driven).body).not.toHaveProperty('dispatcher')
    expect(rowOf('trailer', driven).dispatcher).toBeNull()
    expect(createTrailer.fields?.(driven).map(({ names: [name] }) => name)).not.toContain('dispatcher')
  })

  test('can be changed or removed in the Outbox', () => {
    const field = createTrailer.fields?.(withDispatcher()).find(({ names: [name] }) => name === 'dispatcher')
    expect([field?.words(ann), field?.words(null)]).toEqual(['Ann Ray', 'None'])
    expect(createTrailer.request(field!.with({ ...ann, id: 3 })).body).toMatchObject({ dispatcher: 3 })
    expect(createTrailer.request(field!.with(null)).body).not.toHaveProperty('dispatcher')
  })
})
