import { expect, test } from 'vitest'
import { bookedTrips } from '#server/demo/company/booked-trips.ts'
import { seedDemo } from '#server/demo/company/demo.ts'
import { findLoadedDemo } from '#server/demo/company/demo-loaded.ts'
import { itinerary } from '#server/demo/days/itinerary.ts'
import { simulatedTelematics } from '#server/demo/vendors/telematics/simulated-telematics.ts'
import { listFleetTrailers, listFleetTrucks, pollTelematics } from '#server/modules/telematics/poll-service.ts'
import { jobDesk, neverAborted } from '#tests/support/yard/job-desk.ts'

const desk = jobDesk()

test('from the first day on, each trailer of the demo company is where the truck is that pulls it', async () => {
  // In the evening trucks are parked, and gateways without power have sent no location for hours.
  desk.now = new Date('2026-11-22T03:59:00Z')
  await seedDemo(desk.db, { drivers: 60, today: '2026-11-21', now: desk.now, passwordHash: 'a hash' })
  const { booked, leftAt } = bookedTrips(await findLoadedDemo(desk.db))
  const source = simulatedTelematics({
    itinerary: itinerary({ booked }),
    leftAt,
    trucks: () => listFleetTrucks(desk.db),
    trailers: () => listFleetTrailers(desk.db),
    clock: () => desk.now,
  })
  await pollTelematics(desk.parts(), source, neverAborted)
  const pulled = await desk.db.query<{ id: string; truck: string; off: number }>(
    'test.pulled',
    `select t.id, p.id as truck, greatest(
       abs((a.location->>'lat')::float8 - (v.location->>'lat')::float8),
       abs((a.location->>'lon')::float8 - (v.location->>'lon')::float8)) as off
     from units t join units p on p.driver_id = t.driver_id and p.kind = 'truck'
       join telematics_assets a on a.id = t.gomotive_id join telematics_vehicles v on v.id = p.gomotive_id
     where t.kind = 'trailer' and a.location is not null`,
  )
  expect(pulled.length).toBeGreaterThan(20)
  for (const { id, truck, off } of pulled) expect(off, `${id} behind ${truck}`).toBeLessThan(0.01)
})
