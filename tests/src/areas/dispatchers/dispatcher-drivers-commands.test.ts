import { describe, expect, it } from 'vitest'
import { dispatcherKind } from '#contract/people/dispatcher-choices.ts'
import type { Dispatcher } from '#contract/people/dispatchers.ts'
import { type Driver, type DriverName, driverKind } from '#contract/people/drivers.ts'
import { unitNameOf } from '#contract/units/unit-assignment.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { kind } from '#contract/wire/record.ts'
import { type ChangeDrivers, changeDrivers } from '#src/areas/dispatchers/dispatcher-drivers-commands.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDispatcher } from '#tests/support/builders/a-dispatcher.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'
import { aTruck, drivenBy } from '#tests/support/builders/a-unit-row.ts'

const dispatchers = kind<Dispatcher>(dispatcherKind.name, dispatcherKind.keyOf)
const drivers = kind<Driver>(driverKind.name, driverKind.keyOf)
const units = kind<Unit>(unitKind.name, unitKind.keyOf, unitKind.alsoOf)
const names = kind<DriverName>(driverKind.name, driverKind.keyOf)

const nameOf = ({ id, user }: Dispatcher) => ({ id, user })
const ann = aDispatcher({ id: 4, drivers: [20, 21] })
const bob = aDispatcher({ id: 5, drivers: [30, 31] })
/** Ann gets driver 10, who has no dispatcher, and driver 30 from Bob. Driver 21 leaves her. */
const change: ChangeDrivers = {
  dispatcher: nameOf(ann),
  add: [
    { id: 10, name: 'Maria Lopez', units: ['1042', 'TL-1'], from: null },
    { id: 30, name: 'Joe Hall', units: ['1044'], from: nameOf(bob) },
  ],
  remove: [{ id: 21, name: 'Sam Reed', units: ['1046'] }],
}
const waiting = foldOf([{ effects: changeDrivers.effects(change), settled: null }])
const driver = (id: number, leader: Dispatcher | null) => aDriver({ id, dispatcher: leader && nameOf(leader) })
/** A unit with a driver, in the list of trucks. */
const unitOf = (id: string, driverId: number, leader: Dispatcher | null) =>
  aTruck({ id, ...drivenBy(driverId, 'Some', 'Driver'), dispatcher: leader && nameOf(leader) })
const driverName = (id: number, dispatcher: number | null): DriverName => {
  const { user, current_status, truck, trailer } = aDriver({ id })
  return { id, user, current_status, truck, trailer, dispatcher }
}

describe('changing a dispatcher’s drivers', () => {
  it('sends only the added drivers, with their former dispatchers, and the removed drivers', () => {
    expect(changeDrivers.request(change)).toEqual({
      params: { id: 4 },
      body: {
        add_drivers: [
          { id: 10, from: null },
          { id: 30, from: 5 },
        ],
        remove_drivers: [21],
      },
    })
    expect(changeDrivers.request({ ...change, add: [] }).body).toEqual({ remove_drivers: [21] })
  })

  it('shows on both dispatchers while it waits, and keeps drivers that colleagues added meanwhile', () => {
    expect(waiting.row(dispatchers, ann).drivers).toEqual([10, 20, 30])
    expect(waiting.row(dispatchers, bob).drivers).toEqual([31])
    expect(waiting.row(dispatchers, { ...ann, drivers: [20, 21, 22] }).drivers).toEqual([10, 20, 22, 30])
  })

  it('shows on the drivers, in their list and among the names for pickers', () => {
    expect(waiting.row(drivers, driver(10, null)).dispatcher).toEqual(nameOf(ann))
    expect(waiting.row(drivers, driver(30, bob)).dispatcher).toEqual(nameOf(ann))
    expect(waiting.row(drivers, driver(21, ann)).dispatcher).toBeNull()
    expect(waiting.row(names, driverName(30, 5)).dispatcher).toBe(4)
    expect(waiting.row(names, driverName(21, 4)).dispatcher).toBeNull()
    const inSchedule = { id: 30, current_status: 'on_the_road' as const }
    expect(waiting.row(driverKind, inSchedule)).toBe(inSchedule)
  })

  it('shows the dispatcher on the units of the drivers, which follow them', () => {
    expect(waiting.row(units, unitOf('1042', 10, null)).dispatcher).toEqual(nameOf(ann))
    expect(waiting.row(units, unitOf('TL-1', 10, null)).dispatcher).toEqual(nameOf(ann))
    expect(waiting.row(units, unitOf('1044', 30, bob)).dispatcher).toEqual(nameOf(ann))
    expect(waiting.row(units, unitOf('1046', 21, ann)).dispatcher).toBeNull()
  })

  it('leaves a unit unchanged that has another driver or another dispatcher by now, and in pickers', () => {
    const given = unitOf('1042', 77, bob)
    expect(waiting.row(units, given)).toBe(given)
    const moved = unitOf('1046', 21, bob)
    expect(waiting.row(units, moved)).toBe(moved)
    const picked = unitNameOf(unitOf('1042', 10, null))
    expect(waiting.row(unitKind, picked)).toBe(picked)
  })

  it('leaves a removed driver unchanged who has another dispatcher by now', () => {
    expect(waiting.row(drivers, driver(21, bob)).dispatcher).toEqual(nameOf(bob))
  })

  it('touches every dispatcher and driver that it concerns', () => {
    expect(changeDrivers.touches(change)).toEqual([
      'dispatcher/4',
      'dispatcher/5',
      'driver/10',
      'driver/30',
      'driver/21',
    ])
  })

  it('is undone by returning each driver to the former dispatcher', () => {
    const drafts = changeDrivers.inverse?.(change) ?? []
    const bodies = drafts.map(({ input }) => changeDrivers.request(input as never))
    expect(bodies).toEqual([
      { params: { id: 4 }, body: { add_drivers: [{ id: 21, from: null }], remove_drivers: [10] } },
      { params: { id: 5 }, body: { add_drivers: [{ id: 30, from: 4 }] } },
    ])
    const both = foldOf(
      [change, ...drafts.map(({ input }) => input as ChangeDrivers)].map((input) => ({
        effects: changeDrivers.effects(input),
        settled: null,
      })),
    )
    expect(both.row(dispatchers, ann).drivers).toEqual(ann.drivers)
    expect(both.row(dispatchers, bob).drivers).toEqual(bob.drivers)
    expect(both.row(units, unitOf('1044', 30, bob)).dispatcher).toEqual(nameOf(bob))
    expect(both.row(units, unitOf('1046', 21, ann)).dispatcher).toEqual(nameOf(ann))
  })

  it('is described with the names of a few drivers, or the number of many', () => {
    expect(changeDrivers.describe(change)).toEqual({
      record: 'Dispatcher 0004',
      change: 'Drivers: +Maria Lopez, +Joe Hall, −Sam Reed',
    })
    const remove = Array.from({ length: 12 }, (_, id) => ({ id: 40 + id, name: `Driver ${id}`, units: [] }))
    expect(changeDrivers.describe({ ...change, remove }).change).toBe('Drivers: +Maria Lopez, +Joe Hall, −12 drivers')
  })

  it('has a field for each driver and can be sent without one of them', () => {
    const fields = changeDrivers.fields?.(change) ?? []
    expect(fields.map(({ title, words, yours }) => `${title}: ${words(yours)}`)).toEqual([
      'Maria Lopez: Comes',
      'Joe Hall: Comes from Dispatcher 0005',
      'Sam Reed: Goes',
    ])
    expect(fields[1]?.without()).toEqual({ ...change, add: change.add.slice(0, 1) })
    expect(fields[1]?.with('leave')).toEqual(fields[1]?.without())
    const [last] = changeDrivers.fields?.({ ...change, add: [] }) ?? []
    expect(last?.without()).toBeNull()
    expect(changeDrivers.input.safeParse(last?.with('leave')).success).toBe(false)
  })
})

describe('a refused change of a dispatcher’s drivers', () => {
  const refused = (message: string, ...refused: number[]) => ({
    status: 400,
    body: { add_drivers: [message], refused },
  })
  const remedies = (refusal: { readonly status: number; readonly body: unknown }) =>
    changeDrivers.remedies?.(change, refusal) ?? []

  it('can be sent without the driver that the refusal names', () => {
    const [one, ...more] = remedies(refused('Joe Hall has been given to Ann Keller in the meantime.', 30))
    expect(more).toEqual([])
    expect(one).toEqual({ title: 'Leave out Joe Hall', input: { ...change, add: change.add.slice(0, 1) } })
  })

  it('leaves out only the driver with the refused id, even if another driver has the same name', () => {
    const two = { ...change, add: change.add.map((one) => ({ ...one, name: 'Joe Hall' })) }
    const refusal = refused('Joe Hall Junior has no dispatcher any more.', 30)
    expect(changeDrivers.remedies?.(two, refusal)[0]?.input.add.map(({ id }) => id)).toEqual([10])
  })

  it('offers no remedy when no driver would remain or the refusal names none', () => {
    const alone = { ...change, add: change.add.slice(1), remove: [] }
    const refusal = refused('Joe Hall has no dispatcher any more.', 30)
    expect(changeDrivers.remedies?.(alone, refusal)).toEqual([])
    expect(remedies({ status: 400, body: { add_drivers: ['Ann Keller is on vacation.'] } })).toEqual([])
    expect(remedies({ status: 403, body: { detail: 'No.' } })).toEqual([])
  })
})
