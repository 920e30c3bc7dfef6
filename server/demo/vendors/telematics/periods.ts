import { dayNumber } from '#server/demo/days/day-numbers.ts'
import type { Run } from '#server/demo/days/driving-history.ts'
import type { FleetTruck } from '#server/demo/days/telematics-fleet.ts'
import type { TelematicsPeriod } from '#server/providers/telematics/telematics.ts'
import { isoAt, personOf } from './vehicle-words.ts'

/** Days since 1970 fit well in it, and nobody stands more often in a day. */
const MAX_DAYS = 100_000
const MAX_RUNS = 16
/** Larger ones of a vendor's would make numbers that are not whole any more. */
const MAX_VEHICLES = 5_000_000_000

/** The same for the same run whenever it is told, and no other's. */
export const periodId = (vehicle: number, { day, index }: Pick<Run, 'day' | 'index'>): number =>
  ((vehicle % MAX_VEHICLES) * MAX_DAYS + day) * MAX_RUNS + index

/**
 * Who drove is known since the truck has its driver, and before that if that driver had it by the plan; nobody tells who did
 * in between.
 */
function driverOn({ driver, status_date_from }: FleetTruck, planned: number | null, day: number) {
  const isTheirs = status_date_from === null || dayNumber(status_date_from) <= day || planned === driver?.id
  return isTheirs ? personOf(driver) : null
}

/** `planned` is the driver who has the truck by its plan, if there is one. */
export function periodOf(truck: FleetTruck, planned: number | null, run: Run): TelematicsPeriod {
  const { origin, destination } = run
  return {
    id: periodId(truck.gomotive_id, run),
    start_time: isoAt(run.from),
    end_time: run.to === null ? null : isoAt(run.to),
    status: run.to === null ? 'in_progress' : 'complete',
    duration: run.seconds,
    distance: Math.round(run.miles * 100) / 100,
    driver: driverOn(truck, planned, run.day),
    vehicle: { id: truck.gomotive_id, number: truck.unit_number ?? truck.id },
    origin: origin.description,
    origin_lat: origin.latitude,
    origin_lon: origin.longitude,
    destination: destination?.description ?? '',
    destination_lat: destination?.latitude ?? null,
    destination_lon: destination?.longitude ?? null,
  }
}
