import { describe, expect, test } from 'vitest'
import { unitNameOf } from '#contract/units/unit-assignment.ts'
import { truckChanges } from '#contract/units/unit-changes.ts'
import { type UnitName, unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { changeTrailerDetails, changeTruckDetails } from '#src/areas/units/changes/unit-details-commands.ts'
import { changeTruckPhoto } from '#src/areas/units/changes/unit-photo-commands.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import { editForm, patchOf } from '#src/areas/units/form/unit-form.ts'
import { changedMeanwhile } from '#src/form/frame/changed-meanwhile.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { newPhoto, noPhoto } from '#src/record/photo-command.ts'
import { patchWords } from '#src/record/record-form.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit-row.ts'

const { valuesOf } = editForm
const differenceWords = (seen: Unit, now: Unit) => patchWords(unitRecord, seen, patchOf(seen, valuesOf(now)))

const NAME = '01a3185c-5000-7000-8000-0000000000c1'
const UPLOAD = '019af3b0-0000-7000-8000-0000000000aa'
const rows = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const names = kind<UnitName>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const was = aTruck()
const to = { color: 'Red', licence_plate: 'IL 1', year: 2025 }
const change = { was, to }

describe('changing a truck’s details', () => {
  test('contains only what differs from what the user saw', () => {
    expect(patchOf(was, valuesOf(was))).toEqual({})
    const values = { ...valuesOf(was), color: ' White ', year: '2025', vin: '', licence_plate: 'IL 1', id: 'X' }
    expect(patchOf(was, values)).toEqual({ year: 2025, licence_plate: 'IL 1' })
    expect(changeTruckDetails.request(change)).toEqual({ params: { id: '1042' }, body: to })
    expect(truckChanges.update.body.safeParse(to).success).toBe(true)
  })

  test('shows in the list, and in names for pickers as far as they contain the fields', () => {
    const fold = foldOf([{ effects: changeTruckDetails.effects(change), settled: null }])
    expect(fold.row(rows, was)).toMatchObject({ color: 'Red', year: 2025, extra_info: { licence_plate: 'IL 1' } })
    const registered = { was, to: { registration_expire: '' } }
    const unregistered = foldOf([{ effects: changeTruckDetails.effects(registered), settled: null }])
    expect(unregistered.row(rows, was).registration_expire).toBeNull()
    const name = unitNameOf(was)
    expect(fold.row(names, name)).toEqual({ ...name, year: 2025, licence_plate: 'IL 1' })
  })

  test('of a truck created on this device sends its client id and no version', () => {
    const createdHere = aTruck({ client_id: NAME, version: 0 })
    const ownChange = { was: createdHere, to }
    expect(changeTruckDetails.request(ownChange).params).toEqual({ id: NAME })
    expect(changeTruckDetails.touches(ownChange)).toEqual([`unit/${NAME}`])
    expect(changeTruckDetails.inverse?.(ownChange)[0]?.seenVersion).toBeNull()
  })

  test('merges with another change of the same truck', () => {
    const merged = changeTruckDetails.merge?.(change, {
      was: aTruck({ color: 'Red' }),
      to: { color: 'Blue', vin: '' },
    })
    expect(merged).toEqual({ was, to: { ...to, color: 'Blue', vin: '' } })
  })

  test('is undone by restoring the former values', () => {
    const [back] = changeTruckDetails.inverse?.(change) ?? []
    expect(back).toMatchObject({
      seenVersion: 3,
      input: { to: { color: 'White', licence_plate: 'P1042', year: 2024 } },
    })
    expect(changeTruckDetails.input.safeParse(back?.input).success).toBe(true)
    const cleared = changeTruckDetails.inverse?.({ was, to: { vin: '1XKYDP9X0RJ123456' } })
    expect(cleared?.[0]).toMatchObject({ input: { to: { vin: '' } } })
    const unregistered = aTruck({ registration_expire: null })
    const [none] = changeTruckDetails.inverse?.({ was: unregistered, to: { registration_expire: '2027-05-31' } }) ?? []
    expect(none).toMatchObject({ input: { to: { registration_expire: '' } } })
    expect(truckChanges.update.body.parse({ registration_expire: '' })).toEqual({ registration_expire: null })
  })

  test('cannot be undone if a former value cannot be sent, because only a part would be undone', () => {
    const bare = aTrailer({ year: null })
    expect(changeTrailerDetails.inverse?.({ was: bare, to: { year: 2020, color: 'Red' } })).toEqual([])
  })

  test('is described field by field and can be edited', () => {
    expect(changeTruckDetails.describe({ was, to: { type: 'day_cab', next_service_date: '2027-02-01' } })).toEqual({
      record: 'Truck 1042',
      change: 'Type: Sleeper → Day cab · Next service: 01/15/27 → 02/01/27',
    })
    const fields = changeTruckDetails.fields?.(change) ?? []
    expect(fields.map(({ names: [name] }) => name)).toEqual(['year', 'color', 'licence_plate'])
    expect(fields[0]?.with('2020').to.year).toBe(2020)
    expect(fields[1]?.without()?.to).toEqual({ licence_plate: 'IL 1', year: 2025 })
    expect(changeTruckDetails.fields?.({ was, to: { color: 'Red' } })[0]?.without()).toBeNull()
  })

  test('is rebased on the current truck after a conflict', () => {
    const now = aTruck({ color: 'Green', version: 9 })
    expect(changeTruckDetails.rebase?.(change, now).was).toEqual(now)
    expect(changeTruckDetails.rebase?.(change, { no: 'truck' }).was).toEqual(was)
  })
})

test('what another user changed meanwhile is reported, but not the user’s own waiting change', () => {
  expect(changedMeanwhile(was, aTruck({ color: 'Green', version: 4 }), differenceWords)).toContain(
    'Color: White → Green',
  )
  expect(changedMeanwhile(was, aTruck({ color: 'Green' }), differenceWords)).toBeNull()
  expect(changedMeanwhile(was, aTruck({ photo: '/another', version: 4 }), differenceWords)).toBeNull()
})

describe('changing a truck’s photo', () => {
  test('shows the device’s copy, and is undone by removing the photo if there was none', () => {
    const input = newPhoto(was, UPLOAD)
    const fold = foldOf([{ effects: changeTruckPhoto.effects(input), settled: null }])
    expect(fold.row(rows, was).photo).toBe(`outbox-file:${UPLOAD}`)
    expect(fold.row(names, unitNameOf(was))).toEqual(unitNameOf(was))
    expect(changeTruckPhoto.inverse?.(input)[0]).toMatchObject({ input: { to: null }, seenVersion: 3 })
    expect(changeTruckPhoto.describe(noPhoto(was))).toEqual({ record: 'Truck 1042', change: 'Photo taken away' })
  })
})

test('a number stays a number when the Outbox opens and saves it unchanged', () => {
  const [miles] = changeTruckDetails.fields?.({ was, to: { miles_driven: 123_456 } }) ?? []
  expect(miles?.with(miles.yours).to).toEqual({ miles_driven: 123_456 })
})
