import { describe, expect, it } from 'vitest'
import type { DriverName } from '#contract/people/drivers.ts'
import {
  byId,
  changeOf,
  driversToChoose,
  isChangedTeam,
  matchingDrivers,
} from '#src/areas/dispatchers/drivers/driver-choice.ts'
import { stepOf } from '#src/ui/photo/step-of.ts'
import { aDispatcher } from '#tests/support/builders/a-dispatcher.ts'
import { aDriver } from '#tests/support/builders/a-driver.ts'

function aName(id: number, over: Partial<DriverName> = {}): DriverName {
  const { user, current_status, truck, trailer } = aDriver({ id })
  return { id, user, current_status, truck, trailer, dispatcher: null, ...over }
}
const ids = (drivers: readonly DriverName[]) => drivers.map(({ id }) => id)

const drivers = [
  aName(1, { dispatcher: 5, truck: '1042' }),
  aName(2, { current_status: 'firing_process' }),
  aName(3, { dispatcher: 4, current_status: 'firing_process' }),
  aName(4),
]

describe('the drivers offered to a dispatcher', () => {
  it('are first the present drivers, even in Firing, then all others who are not in Firing', () => {
    expect(ids(driversToChoose(drivers, new Set([3])))).toEqual([3, 1, 4])
  })

  it('are found by words of their names and units', () => {
    expect(ids(matchingDrivers(drivers, ' DRIVER  1042 '))).toEqual([1])
    // Leading zeros may come from a spreadsheet, so every number that contains a four is found.
    expect(ids(matchingDrivers(drivers, '0004'))).toEqual([1, 4])
    expect(matchingDrivers(drivers, ' ')).toBe(drivers)
  })
})

describe('a choice of drivers', () => {
  const choice = {
    dispatcher: aDispatcher({ id: 4 }),
    present: new Set([3]),
    drivers,
    dispatchers: byId([aDispatcher({ id: 5 })]),
  }

  it('gives the added drivers, with their former dispatchers, and the removed drivers', () => {
    const change = changeOf({ ...choice, chosen: new Set([1, 4]) })
    expect(change.add.map(({ id, from }) => [id, from?.id ?? null])).toEqual([
      [1, 5],
      [4, null],
    ])
    expect(change.remove).toEqual([{ id: 3, name: 'Driver 0003', units: [] }])
    expect(change.add.map(({ units }) => units)).toEqual([['1042'], []])
  })

  it('that equals the present team changes nothing', () => {
    expect(isChangedTeam(choice.present, new Set([3]))).toBe(false)
    expect(isChangedTeam(choice.present, new Set([1]))).toBe(true)
    expect(isChangedTeam(choice.present, new Set())).toBe(true)
  })
})

describe('the navigation keys of the list', () => {
  it('move up, down, by pages and to both ends, and never past the ends', () => {
    expect(stepOf('ArrowDown', 0, 20)).toBe(1)
    expect(stepOf('ArrowUp', 0, 20)).toBe(0)
    expect(stepOf('PageDown', 15, 20)).toBe(19)
    expect(stepOf('Home', 15, 20)).toBe(0)
    expect(stepOf('End', 3, 20)).toBe(19)
    expect(stepOf('a', 3, 20)).toBeNull()
  })
})
