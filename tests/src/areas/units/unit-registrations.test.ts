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
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit-row.ts'

const { valuesOf } = editForm

const rows = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const NAME = '01a3185c-5000-7000-8000-0000000000c1'
/** The value as it was stored before the field existed. */
function withoutRegistration<Row extends { readonly registration_expire?: unknown }>(row: Row) {
  const { registration_expire: _, ...rest } = row
  return rest
}

describe('a unit stored before the app had registrations', () => {
  const page = { count: 1, next: null, previous: null }

  test('is read as having no registration, and is ready without one', () => {
    const [truck] = truckEndpoints.list.reply.parse({ ...page, results: [withoutRegistration(aTruck())] }).results
    const [trailer] = trailerEndpoints.list.reply.parse({ ...page, results: [withoutRegistration(aTrailer())] }).results
    expect([truck?.registration_expire, trailer?.registration_expire]).toEqual([null, null])
    expect(
      notReadyReasons(
        { ...aTruck(withoutRegistration(truck!)), registration_expire: null, driver: null },
        '2026-11-21',
      ),
    ).toEqual([])
  })

  test('shows a registration immediately that is set offline', () => {
    const stored = truckEndpoints.find.reply.parse(withoutRegistration(aTruck()))
    const input = { was: stored, to: { registration_expire: '2027-05-31' } }
    const fold = foldOf([{ effects: changeTruckDetails.effects(input), settled: null }])
    expect(fold.row(rows, stored).registration_expire).toBe('2027-05-31')
  })

  test('keeps its registration through a waiting change from that time', () => {
    const stored = { was: withoutRegistration(aTrailer()), to: { color: 'Red' } }
    const input = changeTrailerDetails.input.parse(stored)
    expect(changeTrailerDetails.request(input).body).toEqual({ color: 'Red' })
    const fold = foldOf([{ effects: changeTrailerDetails.effects(input), settled: null }])
    expect(fold.row(rows, aTrailer())).toMatchObject({ color: 'Red', registration_expire: '2027-03-31' })
  })
})

describe('a draft stored before the app had registrations', () => {
  test('of a unit is read, and removes no registration', () => {
    const typed = {
      was: withoutRegistration(aTruck()),
      values: withoutRegistration({ ...valuesOf(aTruck()), color: 'Red' }),
      photo: null,
    }
    const { was, values } = z.parse(EDIT_DRAFTS.truck.schema, typed)
    expect(values.registration_expire).toBe('')
    expect(patchOf(was, values)).toEqual({ color: 'Red' })
  })

  test('of a new unit is read, and adds no registration', () => {
    const typed = {
      sort: 'trailer',
      values: withoutRegistration({ ...noUnit('2026-11-22'), color: 'Red' }),
      photo: null,
    }
    const { values } = z.parse(NEW_DRAFTS.trailer.schema, typed)
    expect(newUnitOf('trailer', values, NAME)).not.toHaveProperty('registration_expire')
  })
})

describe('a waiting change of a registration', () => {
  const was = aTruck({ registration_expire: '2026-12-31' })

  test('is described in words, also if it removes the registration', () => {
    const wordsOf = (registration_expire: string) =>
      changeTruckDetails.describe({ was, to: { registration_expire } }).change
    expect(wordsOf('2027-12-31')).toBe('Registration expires: 12/31/26 → 12/31/27')
    expect(wordsOf('')).toBe('Registration expires: 12/31/26 → –')
  })

  test('can be edited in the Outbox to no date, which is null', () => {
    const [field] = changeTruckDetails.fields?.({ was, to: { registration_expire: '2027-12-31' } }) ?? []
    const emptied = field?.with(null)
    const input = changeTruckDetails.input.parse(emptied)
    const fold = foldOf([{ effects: changeTruckDetails.effects(input), settled: null }])
    expect(fold.row(rows, was).registration_expire).toBeNull()
    const body = truckChanges.update.body.parse(changeTruckDetails.request(input).body)
    expect(body).toEqual({ registration_expire: null })
  })

  test('is empty while the registration is unchanged', () => {
    expect(patchOf(was, valuesOf(was))).toEqual({})
    expect(patchOf(was, { ...valuesOf(was), registration_expire: '' })).toEqual({ registration_expire: '' })
  })
})

test('the history of a registration shows its title and its dates', () => {
  const { title, words } = unitRecord.fields.registration_expire
  expect([title, words('2027-03-31'), words(null)]).toEqual(['Registration expires', '03/31/27', '–'])
})
