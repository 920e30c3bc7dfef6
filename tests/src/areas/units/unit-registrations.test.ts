import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import { truckChanges } from '#contract/units/unit-changes.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { trailerEndpoints, truckEndpoints, type Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { changeTrailerDetails, changeTruckDetails } from '#src/areas/units/changes/unit-details-commands.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import { EDIT_DRAFTS, NEW_DRAFTS } from '#src/areas/units/form/unit-draft.ts'
import { editForm, newUnitOf, noUnit, patchOf } from '#src/areas/units/form/unit-form.ts'
import { foldOf } from '#src/offline/fold/fold.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit-row.ts'

const { valuesOf } = editForm

const rows = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const NAME = '01a3185c-5000-7000-8000-0000000000c1'
/** As it was kept before there was such a field. */
function ofBefore<Kept extends { readonly registration_expire?: unknown }>(kept: Kept) {
  const { registration_expire: _, ...rest } = kept
  return rest
}

describe('a unit that a device keeps from before it told of registrations', () => {
  const page = { count: 1, next: null, previous: null }

  test('is read as one of which nobody has entered it, and speaks against nothing', () => {
    const [truck] = truckEndpoints.list.reply.parse({ ...page, results: [ofBefore(aTruck())] }).results
    const [trailer] = trailerEndpoints.list.reply.parse({ ...page, results: [ofBefore(aTrailer())] }).results
    expect([truck?.registration_expire, trailer?.registration_expire]).toEqual([null, null])
    expect(
      notReadyReasons({ ...aTruck(ofBefore(truck!)), registration_expire: null, driver: null }, '2026-11-21'),
    ).toEqual([])
  })

  test('shows the day that is set without a network, at once', () => {
    const kept = truckEndpoints.find.reply.parse(ofBefore(aTruck()))
    const input = { was: kept, to: { registration_expire: '2027-05-31' } }
    const fold = foldOf([{ effects: changeTruckDetails.effects(input), settled: null }])
    expect(fold.row(rows, kept).registration_expire).toBe('2027-05-31')
  })

  test('and a change of it that waits since then says nothing of its registration', () => {
    const stored = { was: ofBefore(aTrailer()), to: { color: 'Red' } }
    const input = changeTrailerDetails.input.parse(stored)
    expect(changeTrailerDetails.request(input).body).toEqual({ color: 'Red' })
    const fold = foldOf([{ effects: changeTrailerDetails.effects(input), settled: null }])
    expect(fold.row(rows, aTrailer())).toMatchObject({ color: 'Red', registration_expire: '2027-03-31' })
  })
})

describe('what was typed before there was such a field', () => {
  test('about a unit is read again, and takes no registration away', () => {
    const typed = { was: ofBefore(aTruck()), values: ofBefore({ ...valuesOf(aTruck()), color: 'Red' }), photo: null }
    const { was, values } = z.parse(EDIT_DRAFTS.truck.schema, typed)
    expect(values.registration_expire).toBe('')
    expect(patchOf(was, values)).toEqual({ color: 'Red' })
  })

  test('about a new one is read again, and gives it none', () => {
    const typed = { sort: 'trailer', values: ofBefore({ ...noUnit('2026-11-22'), color: 'Red' }), photo: null }
    const { values } = z.parse(NEW_DRAFTS.trailer.schema, typed)
    expect(newUnitOf('trailer', values, NAME)).not.toHaveProperty('registration_expire')
  })
})

describe('a registration that waits to be changed', () => {
  const was = aTruck({ registration_expire: '2026-12-31' })

  test('is told in words, also that it is taken out', () => {
    const told = (registration_expire: string) =>
      changeTruckDetails.describe({ was, to: { registration_expire } }).change
    expect(told('2027-12-31')).toBe('Registration expires: 12/31/26 → 12/31/27')
    expect(told('')).toBe('Registration expires: 12/31/26 → –')
  })

  test('can be taken out in the Outbox, where a day that was emptied is null', () => {
    const [field] = changeTruckDetails.fields?.({ was, to: { registration_expire: '2027-12-31' } }) ?? []
    const emptied = field?.with(null)
    const input = changeTruckDetails.input.parse(emptied)
    const fold = foldOf([{ effects: changeTruckDetails.effects(input), settled: null }])
    expect(fold.row(rows, was).registration_expire).toBeNull()
    const body = truckChanges.update.body.parse(changeTruckDetails.request(input).body)
    expect(body).toEqual({ registration_expire: null })
  })

  test('is no change while it is as it was', () => {
    expect(patchOf(was, valuesOf(was))).toEqual({})
    expect(patchOf(was, { ...valuesOf(was), registration_expire: '' })).toEqual({ registration_expire: '' })
  })
})

test('its history is told by its name and its days', () => {
  const { title, words } = unitRecord.fields.registration_expire
  expect([title, words('2027-03-31'), words(null)]).toEqual(['Registration expires', '03/31/27', '–'])
})
