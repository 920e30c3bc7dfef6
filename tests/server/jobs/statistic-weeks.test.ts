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

const storedWeeks = () =>
  db.query<{ sunday: string; trucks: number }>(
    'test.kept',
    'select sunday, total_trucks as trucks from statistic_weeks order by sunday',
  )
const storeAt = (instant: string) => storeStatistics(db, new Date(instant))

describe('weekly statistics', () => {
  test('begin with the week in which the company starts', async () => {
    await storeAt('2026-11-18T12:00:00Z')
    expect(await storedWeeks()).toEqual([{ sunday: '2026-11-15', trucks: 0 }])
  })

  test('are stored at 00:00 Central in winter, in summer, and on Sundays with a clock change', async () => {
    for (const [before, after, sunday] of [
      ['2026-02-22T05:59:59Z', '2026-02-22T06:00:00Z', '2026-02-22'],
      ['2026-03-08T05:59:59Z', '2026-03-08T06:00:00Z', '2026-03-08'],
      ['2026-03-15T04:59:59Z', '2026-03-15T05:00:00Z', '2026-03-15'],
      ['2026-11-01T04:59:59Z', '2026-11-01T05:00:00Z', '2026-11-01'],
      ['2026-11-08T05:59:59Z', '2026-11-08T06:00:00Z', '2026-11-08'],
    ] as const) {
      await storeAt(before)
      expect((await storedWeeks()).some((week) => week.sunday === sunday)).toBe(false)
      await storeAt(after)
      expect((await storedWeeks()).at(-1)?.sunday).toBe(sunday)
    }
  })

  test('stay unchanged when the job runs again', async () => {
    await storeAt('2026-11-15T06:00:00Z')
    await parkUnit(db, '1042')
    await storeAt('2026-11-15T06:00:15Z')
    await storeAt('2026-11-21T15:00:00Z')
    expect(await storedWeeks()).toEqual([{ sunday: '2026-11-15', trucks: 0 }])
  })

  test('of Sundays without a running server are stored at the next start, with the figures from the server’s stop', async () => {
    await storeAt('2026-10-28T15:00:00Z')
    await parkUnit(db, '1042')
    // The server is down from Wednesday, October 28 to Monday, November 9, across the end of daylight saving time.
    await storeAt('2026-11-09T09:00:00Z')
    await parkUnit(db, '1043')
    expect(await storedWeeks()).toEqual([
      { sunday: '2026-10-25', trucks: 0 },
      { sunday: '2026-11-01', trucks: 1 },
      { sunday: '2026-11-08', trucks: 1 },
    ])
  })

  test('that a clock running ahead stored for future Sundays are recalculated when these Sundays come', async () => {
    await storeAt('2026-11-02T12:00:00Z')
    await storeAt('2026-11-18T12:00:00Z')
    await parkUnit(db, '1042')
    for (const instant of ['2026-11-07T12:00:00Z', '2026-11-08T12:00:00Z']) await storeAt(instant)
    await parkUnit(db, '1043')
    await storeAt('2026-11-15T12:00:00Z')
    expect(await storedWeeks()).toEqual([
      { sunday: '2026-11-01', trucks: 0 },
      { sunday: '2026-11-08', trucks: 1 },
      { sunday: '2026-11-15', trucks: 2 },
    ])
  })
})
