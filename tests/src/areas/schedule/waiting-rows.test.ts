import { expect, test } from 'vitest'
import { dayKind, type ScheduleDay } from '#contract/boards/schedule.ts'
import { withWaitingDays } from '#src/areas/schedule/schedule-overlay.ts'
import { spanOf } from '#src/areas/schedule/schedule-span.ts'
import { patched } from '#src/offline/command.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { aDay, aScheduleRow } from './schedule-builders.ts'

const today = '2026-11-21'
const span = spanOf(today)

/** Days that throw when code reads them. */
const untouched = new Proxy<ScheduleDay[]>([], {
  get: () => {
    throw new Error('no change of this driver waits, so the days must not be read')
  },
})

test('a waiting change of one driver’s day does not read the days of other drivers', () => {
  const day = aDay({ driver: 12, date: today })
  const change = patched(dayKind, dayKind.keyOf(day), (row) => ({ ...row, status: 'on_vacation' as const }), day)
  const row = aScheduleRow({ id: 12, name: 'Maria Lopez' }, [day])
  const other = aScheduleRow({ id: 13, name: 'Joe Hall' }, []).drivers.map((one) => ({ ...one, days: untouched }))
  const fold = foldOf([{ effects: [change], settled: null }])

  const [maria, joe] = withWaitingDays({ ...row, drivers: [...row.drivers, ...other] }, fold, span).drivers
  expect(maria?.days.map(({ status }) => status)).toEqual(['on_vacation'])
  expect(joe).toBe(other[0])
})
