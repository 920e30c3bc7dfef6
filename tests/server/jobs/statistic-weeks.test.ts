import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { storeStatistics } from '#server/modules/dashboard/dashboard-service.ts'
import { parkUnit } from '#tests/support/server/company.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDb()
})
beforeEach(() => emptyTables(db))
afterAll(() => db.close())

const kept = () =>
  db.query<{ sunday: string; trucks: number }>(
    'test.kept',
    'select sunday, total_trucks as trucks from statistic_weeks order by sunday',
  )
const at = (instant: string) => storeStatistics(db, new Date(instant))

describe('the figures of a week', () => {
  test('are first those of the week in which the company begins', async () => {
    await at('2026-11-18T12:00:00Z')
    expect(await kept()).toEqual([{ sunday: '2026-11-15', trucks: 0 }])
  })

  test('are taken at 00:00 Central, in winter, in summer, and on the Sundays on which clocks change', async () => {
    for (const [before, after, sunday] of [
      ['2026-02-22T05:59:59Z', '2026-02-22T06:00:00Z', '2026-02-22'],
      ['2026-03-08T05:59:59Z', '2026-03-08T06:00:00Z', '2026-03-08'],
      ['2026-03-15T04:59:59Z', '2026-03-15T05:00:00Z', '2026-03-15'],
      ['2026-11-01T04:59:59Z', '2026-11-01T05:00:00Z', '2026-11-01'],
      ['2026-11-08T05:59:59Z', '2026-11-08T06:00:00Z', '2026-11-08'],
    ] as const) {
      await at(before)
      expect((await kept()).some((week) => week.sunday === sunday)).toBe(false)
      await at(after)
      expect((await kept()).at(-1)?.sunday).toBe(sunday)
    }
  })

  test('stay as they were, however often the job looks', async () => {
    await at('2026-11-15T06:00:00Z')
    await parkUnit(db, '1042')
    await at('2026-11-15T06:00:15Z')
    await at('2026-11-21T15:00:00Z')
    expect(await kept()).toEqual([{ sunday: '2026-11-15', trucks: 0 }])
  })

  test('of Sundays that passed while no server ran are what the company had then, for nothing can have changed', async () => {
    await at('2026-10-28T15:00:00Z')
    await parkUnit(db, '1042')
    // Down from Wednesday to the Monday after the next Sunday but one, over the change of clocks.
    await at('2026-11-09T09:00:00Z')
    await parkUnit(db, '1043')
    expect(await kept()).toEqual([
      { sunday: '2026-10-25', trucks: 0 },
      { sunday: '2026-11-01', trucks: 1 },
      { sunday: '2026-11-08', trucks: 1 },
    ])
  })

  test('of time to come, which a clock kept that was ahead, are taken anew when that comes', async () => {
    await at('2026-11-02T12:00:00Z')
    await at('2026-11-18T12:00:00Z')
    await parkUnit(db, '1042')
    for (const instant of ['2026-11-07T12:00:00Z', '2026-11-08T12:00:00Z']) await at(instant)
    await parkUnit(db, '1043')
    await at('2026-11-15T12:00:00Z')
    expect(await kept()).toEqual([
      { sunday: '2026-11-01', trucks: 0 },
      { sunday: '2026-11-08', trucks: 1 },
      { sunday: '2026-11-15', trucks: 2 },
    ])
  })
})
