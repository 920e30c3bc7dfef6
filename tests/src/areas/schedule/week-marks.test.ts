import { describe, expect, test } from 'vitest'
import type { ScheduleDriver, UnitService } from '#contract/boards/schedule.ts'
import { changeDriverStatus } from '#src/areas/drivers/changes/driver-commands.ts'
import { changeDriverDetails } from '#src/areas/drivers/changes/driver-details-commands.ts'
import { seenDriver } from '#src/areas/drivers/changes/driver-record.ts'
import type { MarkedDriver } from '#src/areas/schedule/day/day-marks.ts'
import { cellName } from '#src/areas/schedule/day/day-words.ts'
import { withWaitingDaysOf } from '#src/areas/schedule/schedule-overlay.ts'
import { scheduleList, scheduleOfTeam } from '#src/areas/schedule/schedule-queries.ts'
import { spanOf } from '#src/areas/schedule/schedule-span.ts'
import { NO_MARKS, weekMarks } from '#src/areas/schedule/week-marks.ts'
import { changeTruckStatus } from '#src/areas/units/changes/unit-place-commands.ts'
import { weekWords } from '#src/boards/schedule/week-words.ts'
import { daysFrom } from '#src/format/calendar.ts'
import type { Command } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDriver as aDriverRow } from '#tests/support/builders/a-driver.ts'
import { aTruck, drivenBy } from '#tests/support/builders/a-unit-row.ts'
import { aDay, aScheduleRow } from './schedule-builders.ts'

const MONDAY = '2026-11-23'
const dates = daysFrom(MONDAY, 7)
const aDriver = (over: Partial<ScheduleDriver> = {}): ScheduleDriver => {
  const [driver] = aScheduleRow({ id: 12, name: 'Maria Lopez' }, []).drivers
  if (!driver) throw new Error('a row without a driver')
  return {
    ...driver,
    truck: null,
    current_status_date_from: null,
    status_date_to: null,
    extra_info: { med_expire: null, CDL_expire: null },
    services: [],
    ...over,
  }
}
const weekWordsOf = (driver: MarkedDriver) => weekWords(weekMarks(driver, dates), dates)
const wordsOf = (over: Partial<MarkedDriver>) => weekWordsOf(aDriver(over)).words
const workshop = (from: string, until: string | null): UnitService[] => [
  { unit: '1042', kind: 'truck', from, until, is: 'in_service' },
]

describe('the marks of a week in one line', () => {
  test('name their days, unless they hold for the whole week', () => {
    const papers = (CDL_expire: string) => ({ extra_info: { med_expire: null, CDL_expire } })
    expect(wordsOf({})).toBe('')
    expect(wordsOf(papers('2026-11-24'))).toBe('CDL expires Tue')
    expect(wordsOf(papers('2026-11-22'))).toBe('CDL expired')
    expect(wordsOf(papers('2026-11-30'))).toBe('')
    expect(wordsOf({ services: workshop('2026-11-20', '2026-11-25') })).toBe('Truck 1042 in service until Wed')
    expect(wordsOf({ services: workshop('2026-11-24', '2026-11-25') })).toBe('Truck 1042 in service Tue – Wed')
    expect(wordsOf({ services: workshop('2026-11-24', null) })).toBe('Truck 1042 in service from Tue')
    expect(wordsOf({ services: workshop('2026-11-24', '2026-11-24') })).toBe('Truck 1042 in service Tue')
  })

  test('are sorted by weight, each shown once', () => {
    const extra_info = { med_expire: '2026-11-20', CDL_expire: '2026-11-23' }
    const dated = { current_status_date_from: '2026-11-27', status_date_to: null }
    expect(
      wordsOf({ extra_info, current_status: 'on_vacation', ...dated, services: workshop('2026-01-01', null) }),
    ).toBe('Medical card expired, On vacation from Fri, Truck 1042 in service, CDL expires Mon')
  })

  test('are shown on each day, and in short words for little room', () => {
    const driver = aDriver({ extra_info: { med_expire: MONDAY, CDL_expire: '2026-11-24' } })
    expect(
      weekMarks(driver, dates)
        .slice(0, 3)
        .map((marks) => marks.map(({ words }) => words)),
    ).toEqual([
      ['Medical card expires'],
      ['Medical card expired', 'CDL expires'],
      ['CDL expired', 'Medical card expired'],
    ])
    expect(weekWordsOf(driver).brief).toBe('Med. expires Mon, CDL expires Tue')
  })

  test('are one shared list for all days without marks, so that nothing is rendered again', () => {
    expect(new Set(weekMarks(aDriver(), dates))).toEqual(new Set([NO_MARKS]))
    expect(weekMarks(aDriver(), dates)[3]).toBe(weekMarks(aDriver({ truck: '7' }), dates)[0])
  })
})

test('the name of a cell contains everything that the cell shows', () => {
  const day = aDay({ date: MONDAY, description: 'Load to Omaha' })
  const cdl = { kind: 'expires', words: 'CDL expires', brief: 'CDL expires' } as const
  const due = { kind: 'service_due', words: 'Truck 1042 service due', brief: 'Service due' } as const
  expect(cellName('Maria Lopez', MONDAY, { day, marks: [cdl, due], mark: 'waiting' })).toBe(
    'Maria Lopez, Monday 11/23/26, On The Road, Load to Omaha, CDL expires, Truck 1042 service due, Waiting to be sent',
  )
  expect(cellName('Maria Lopez', MONDAY, { day: null, marks: NO_MARKS, mark: null })).toBe(
    'Maria Lopez, Monday 11/23/26, Nothing planned',
  )
})

describe('the marks that a planner sees of a driver', () => {
  const row = aDriver({ truck: '1042', extra_info: { med_expire: '2026-11-24', CDL_expire: null } })
  const papers = { med_expire: '2026-11-24', CDL_expire: null, rate: null }
  const was = seenDriver.parse(aDriverRow({ id: 12, truck: '1042', extra_info: papers }))
  const shownWith = <Input>(command: Pick<Command<Input>, 'effects'>, input: Input, of = row) => {
    const [driver] = withWaitingDaysOf(
      [of],
      foldOf([{ effects: command.effects(input), settled: null }]),
      spanOf(MONDAY),
    )
    if (!driver) throw new Error('the driver is gone')
    return driver
  }

  test('follow a waiting change of papers, which adds no field that the row does not have', () => {
    expect(weekWordsOf(row).words).toBe('Medical card expires Tue')
    const driver = shownWith(changeDriverDetails, { was, to: { med_expire: '2028-11-24', rate: '60' } })
    expect(weekWordsOf(driver).words).toBe('')
    expect(driver).toEqual({ ...row, extra_info: { med_expire: '2028-11-24', CDL_expire: null } })
    const { extra_info: _, ...withoutPapers } = row
    expect(shownWith(changeDriverDetails, { was, to: { med_expire: '2028-11-24' } }, withoutPapers)).toBe(withoutPapers)
    expect(shownWith(changeDriverDetails, { was, to: { rate: '60' } })).toBe(row)
  })

  test('follow a waiting change of the status', () => {
    const driver = shownWith(changeDriverStatus, { was, to: 'on_vacation', on: MONDAY, until: '2026-11-24' })
    expect(weekWordsOf(driver).words).toBe('On vacation until Tue, Medical card expires Tue')
  })

  test('follow a truck that waits to go to the workshop, if the row contains services', () => {
    const truck = aTruck(drivenBy(12, 'Maria', 'Lopez'))
    const input = { was: truck, to: 'on_service', on: MONDAY, until: '2026-11-25' } as const
    const driver = shownWith(changeTruckStatus, input)
    expect(driver).toMatchObject({ truck: null })
    expect(weekWordsOf(driver).words).toBe('Truck 1042 in service until Wed, Medical card expires Tue')
    const { services: _, ...withoutServices } = row
    expect(shownWith(changeTruckStatus, input, withoutServices)).toEqual({ ...withoutServices, truck: null })
    expect(shownWith(changeTruckStatus, { ...input, to: 'for_sale', until: null }).services).toEqual([])
  })

  test('are refetched when a unit changes, and are removed with the access to view units', () => {
    const lists = [
      scheduleList({ start: MONDAY, ordering: 'first_name,last_name', filter: '' }),
      scheduleOfTeam({ dispatcher: 1, start: MONDAY }),
    ]
    for (const { options, parts } of lists) {
      expect(options.meta?.areas).toEqual(expect.arrayContaining(['trucks', 'trailers', 'drivers']))
      const needs = ['drivers', 'trucks', 'trailers'].map((area) => ({ need: 'view', area }))
      expect(parts).toEqual(expect.arrayContaining(needs))
    }
  })
})
