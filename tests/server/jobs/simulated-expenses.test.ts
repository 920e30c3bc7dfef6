import { describe, expect, test } from 'vitest'
import { bookedTrips } from '#server/demo/company/booked-trips.ts'
import { seedDemo } from '#server/demo/company/demo.ts'
import { findLoadedDemo } from '#server/demo/company/demo-loaded.ts'
import { dayNumber } from '#server/demo/days/day-numbers.ts'
import { itinerary } from '#server/demo/days/itinerary.ts'
import { simulatedFuel } from '#server/demo/vendors/simulated-fuel.ts'
import { simulatedTolls } from '#server/demo/vendors/simulated-tolls.ts'
import { listFeeds, listRollingTrucks, syncFuel, syncTolls } from '#server/modules/feeds/feed-service.ts'
import { jobDesk, neverAborted } from '#tests/support/yard/job-desk.ts'

const HOUR_MS = 3_600_000
const desk = jobDesk()
const later = (hours: number) => desk.advance(hours * HOUR_MS)

describe('the simulator', () => {
  const simulatorParts = async () => {
    const { booked } = bookedTrips(await findLoadedDemo(desk.db))
    return { fleet: () => listRollingTrucks(desk.db), itinerary: itinerary({ booked }) }
  }

  test('sends nothing to a company that is not the demo company', async () => {
    await syncTolls(desk.parts(), simulatedTolls(await simulatorParts()), neverAborted)
    expect(await listFeeds(desk.db)).toEqual([])
    expect(await desk.db.query('test.tolls', 'select 1 from toll_transactions')).toEqual([])
  })

  test('continues after the last seeded day of the demo company and sends no row twice', async () => {
    await seedDemo(desk.db, { drivers: 12, today: '2026-11-21', now: desk.now, passwordHash: 'a hash' })
    const counts = async () => {
      const [row] = await desk.db.query(
        'test.counts',
        `select (select count(*) from toll_transactions)::integer as tolls,
           (select count(*) from fuel_transactions)::integer as fuel`,
      )
      return row as { tolls: number; fuel: number }
    }
    const sync = async () => {
      await syncTolls(desk.parts(), simulatedTolls(await simulatorParts()), neverAborted)
      await syncFuel(desk.parts(), simulatedFuel(await simulatorParts()), neverAborted)
      return counts()
    }
    const seeded = await counts()
    later(24 * 14)
    const rolled = await sync()
    expect(rolled.tolls).toBeGreaterThan(seeded.tolls + 10)
    expect(rolled.fuel).toBeGreaterThan(seeded.fuel + 20)
    expect(
      await desk.db.query(
        'test.overlap',
        `select 1 from toll_transactions where source = 'simulator' and (date <= '2026-11-21' or unit_id is null)
         union all select 1 from fuel_transactions
           where source = 'simulator' and (date <= '2026-11-21' or unit_id is null or driver_id is null)`,
      ),
    ).toEqual([])
    // The simulator drives on the days of planned trips.
    const { itinerary: trips } = await simulatorParts()
    const paid = await desk.db.query<{ unit_id: string; date: string }>(
      'test.paid',
      `select distinct unit_id, date from toll_transactions where source = 'simulator'
       union select unit_id, date from fuel_transactions where source = 'simulator' and product = 'diesel'`,
    )
    for (const { unit_id, date } of paid) {
      const day = dayNumber(date)
      expect(trips.tripsOfUnit(unit_id, day, day), `${unit_id} on ${date}`).toHaveLength(1)
    }
    later(4)
    expect(await sync()).toEqual(rolled)
    expect(await listFeeds(desk.db)).toMatchObject([{ synced_to: '2026-12-05' }, { synced_to: '2026-12-05' }])
  })
})
