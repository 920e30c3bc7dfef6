import { describe, expect, test } from 'vitest'
import { notReadyReasons } from '#contract/maintenance/fleet-health.ts'
import type { DriverName } from '#contract/people/drivers.ts'
import type { Unit } from '#contract/units/units.ts'
import { view, viewOrEdit } from '#contract/wire/access.ts'
import { repickedDriver } from '#src/areas/units/changes/placing.ts'
import { NEW_TRAILER, NO_VERSION_YET } from '#src/areas/units/changes/seen-unit.ts'
import { giveTrailerDriver } from '#src/areas/units/changes/unit-place-commands.ts'
import { driverChoices } from '#src/areas/units/driver-choices.ts'
import { UNIT_DEFAULTS } from '#src/areas/units/list/unit-search.ts'
import { withCurrentUnits } from '#src/areas/units/load-driver-choices.ts'
import { unitRowList, unitRows } from '#src/areas/units/unit-queries.ts'
import { driverNames } from '#src/lookups/driver-name-queries.ts'
import { added } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aTrailer, drivenBy } from '#tests/support/builders/a-unit-row.ts'

const [OURS, HERS] = ['01a3185c-5000-7000-8000-0000000000c1', '01a3185c-5000-7000-8000-0000000000c2']
const driver = (id: number, first_name: string, last_name: string, trailer: string | null): DriverName => ({
  id,
  user: { id, first_name, last_name, photo: null },
  current_status: 'on_the_road',
  dispatcher: null,
  truck: null,
  trailer,
})
const drivers = [
  driver(7, 'Maria', 'Lopez', NEW_TRAILER),
  driver(8, 'Bob', 'Hall', 'TL-1001'),
  driver(9, 'Cy', 'Young', null),
]
const waitingTrailer = (client_id: string, over: Partial<Unit> = {}) =>
  aTrailer({ id: NEW_TRAILER, client_id, version: NO_VERSION_YET, ...(over as object) })
const ours = waitingTrailer(OURS)
const hers = waitingTrailer(HERS, drivenBy(7, 'Maria', 'Lopez'))
const waiting = foldOf([ours, hers].map((row) => ({ effects: [added(unitRows, row)], settled: null })))
const TODAY = '2026-11-22'
const hadBy = (choices: ReturnType<typeof driverChoices>) =>
  choices.map(({ content }) => [content?.id ?? null, content?.had ?? null] as const)

describe('the choices of a driver for a trailer that waits for its number', () => {
  const choices = driverChoices(drivers, ours, TODAY)

  test('show a driver’s other trailer even if it has the same title', () => {
    expect(choices.map(({ group, title }) => [group, title])).toEqual([
      [undefined, 'No driver'],
      ['Without a trailer', 'Cy Young'],
      ['With another trailer', 'Maria Lopez · New trailer'],
      ['With another trailer', 'Bob Hall · TL-1001'],
    ])
    expect(hadBy(choices)[2]).toEqual([7, { id: NEW_TRAILER, client_id: null, row: null }])
    // Her own trailer does not count as another one.
    expect(hadBy(driverChoices(drivers, hers, TODAY))[1]).toEqual([7, null])
  })

  test('contain in the Outbox the driver’s present trailer with the id that the server will know', () => {
    const numbered = aTrailer({ client_id: null })
    const known = withCurrentUnits(choices, 'trailer', waiting, [numbered])
    expect(hadBy(known)).toEqual([
      [null, null],
      [9, null],
      [7, { id: NEW_TRAILER, client_id: HERS, row: hers }],
      [8, { id: 'TL-1001', client_id: null, row: numbered }],
    ])
    // If the device stores no trailers, only the number is known.
    expect(hadBy(withCurrentUnits(choices, 'trailer', waiting, []))[3]).toEqual([
      8,
      { id: 'TL-1001', client_id: null, row: null },
    ])
  })
})

describe('a driver whose papers are expired or expire within two weeks', () => {
  const withPapers = (id: number, first_name: string, papers_until: string | null) => ({
    ...driver(id, first_name, 'Lopez', null),
    papers_until,
  })
  const driversWithPapers = [
    withPapers(1, 'Ann', '2026-10-05'),
    withPapers(2, 'Ben', '2026-12-06'),
    withPapers(3, 'Cy', '2026-12-07'),
    withPapers(4, 'Di', null),
    { ...withPapers(5, 'Ed', '2026-11-22'), trailer: 'TL-1001', current_status: 'firing_process' as const },
    // As stored by a version of the app without papers.
    driver(6, 'Flo', 'Lopez', null),
  ]

  test('is offered with a note about that', () => {
    expect(driverChoices(driversWithPapers, ours, TODAY).map(({ title }) => title)).toEqual([
      'No driver',
      'Ann Lopez · medical card or CDL expired',
      'Ben Lopez · medical card or CDL expires in 14 days',
      'Cy Lopez',
      'Di Lopez',
      'Flo Lopez',
      'Ed Lopez · TL-1001 · medical card or CDL expires today',
    ])
  })

  test('comes with no more than that the papers are expired, so that the unit shows why it is not ready', () => {
    const until = driverChoices(driversWithPapers, ours, TODAY).map(({ content }) => content?.papers_until)
    expect(until).toEqual([undefined, '2026-11-21', null, null, null, null, null])
    const { had, ...to } = driverChoices(driversWithPapers, ours, TODAY)[1]?.content ?? {}
    const given = giveTrailerDriver.input.parse({ was: ours, to, had, on: TODAY })
    const shown = foldOf([{ effects: giveTrailerDriver.effects(given), settled: null }]).row(unitRows, ours)
    const fit = { ...shown, inspection_passed_date: TODAY, next_service_date: TODAY }
    expect(notReadyReasons({ ...fit, driver: shown.holder }, TODAY)).toMatchObject([{ reason: 'driver_papers' }])
  })
})

test('lists with the expiry of papers are removed from the device with the permission to view drivers', () => {
  const lists = [driverNames, unitRowList('truck', UNIT_DEFAULTS), unitRowList('trailer', UNIT_DEFAULTS)]
  for (const { parts } of lists) expect(parts).toContainEqual(view('drivers'))
  // Users with access to units may see that papers have expired.
  expect(driverNames.parts).toContainEqual(viewOrEdit('trucks', 'trailers'))
})

describe('a driver picked again in a waiting change', () => {
  const bob = { ...drivenBy(8, 'Bob', 'Hall').holder }
  const had = { id: 'TL-1001', client_id: null, row: null }
  const itself = { id: NEW_TRAILER, client_id: OURS, row: null }

  test('keeps the unit that he had before the change, though the choices show the trailer itself', () => {
    const given = { was: ours, to: bob, had, on: '2026-11-22' }
    const [field] = giveTrailerDriver.fields?.(given) ?? []
    expect(field?.with({ ...bob, had: null })).toEqual(given)
    expect(field?.with({ ...bob, had: itself })).toEqual(given)
    expect(field?.with({ ...bob, had: { ...had, id: 'TL-1050' } }).had?.id).toBe('TL-1050')
  })

  test('keeps the unit from the choices if it is another driver', () => {
    expect(repickedDriver({ ...bob, had: null }, { ...bob, id: 7, had }, OURS)).toEqual({ ...bob, had: null })
    expect(repickedDriver(null, { ...bob, had }, OURS)).toBeNull()
  })
})
