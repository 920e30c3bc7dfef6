import { describe, expect, test } from 'vitest'
import { csvText } from '#contract/text/csv.ts'
import { csvName, csvRows } from '#src/boards/schedule/sheet/sheet-csv.ts'
import { daysOf, weekAt } from '#src/format/week.ts'
import { aDay, aScheduleRow } from '#tests/src/areas/schedule/schedule-builders.ts'

const week = weekAt('2026-11-23', 0)
const dates = daysOf(week)
const maria = aScheduleRow({ id: 12, name: 'Maria Lopez' }, [
  aDay({ date: '2026-11-23', status: 'on_vacation', description: 'back on Monday' }),
  aDay({ date: '2026-11-24' }),
  aDay({ date: '2026-12-01', description: 'of another week' }),
])

describe('the schedule as CSV', () => {
  test('has a row for each driver, with a column for each of the seven days', () => {
    expect(csvRows([maria], dates)).toEqual([
      [
        ...['Dispatcher', 'Driver', 'Truck', 'Trailer'],
        ...['Mon 11/23/26', 'Tue 11/24/26', 'Wed 11/25/26', 'Thu 11/26/26', 'Fri 11/27/26'],
        ...['Sat 11/28/26', 'Sun 11/29/26'],
      ],
      [
        ...['Dana Whitfield', 'Maria Lopez', '104', 'TL-1001'],
        ...['Vacation: back on Monday', 'On The Road', '', '', '', '', ''],
      ],
    ])
  })

  test('leaves a missing unit empty, and names the drivers without a dispatcher as the page does', () => {
    const row = aScheduleRow({ id: 14, name: 'Luis Nowak' }, [], null)
    const alone = { ...row, drivers: row.drivers.map((driver) => ({ ...driver, truck: null, trailer: null })) }
    expect(csvRows([alone], dates)[1]?.slice(0, 4)).toEqual(['No dispatcher', 'Luis Nowak', '', ''])
  })

  test('keeps the line breaks of a description inside its cell', () => {
    const day = aDay({ date: '2026-11-23', description: 'Yard 7\n"gate", 09:00' })
    const [, row = []] = csvRows([aScheduleRow({ id: 12, name: 'Maria Lopez' }, [day])], dates)
    expect(csvText([row])).toContain(',"On The Road: Yard 7\n""gate"", 09:00",')
  })

  test('is named for its days', () => {
    expect(csvName(week)).toBe('schedule-2026-11-23-to-2026-11-29.csv')
  })
})
