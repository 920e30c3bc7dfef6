import { dayNumber } from '#server/demo/days/day-numbers.ts'
import type { Run } from '#server/demo/days/driving-history.ts'
import type { FleetTruck } from '#server/demo/days/telematics-fleet.ts'
import type { TelematicsPeriod } from '#server/providers/telematics/telematics.ts'
import { isoAt, personOf } from './vehicle-words.ts'

/** Both are larger than any real value: days since 1970-01-01, and runs of one truck in a day. */
const MAX_DAYS = 100_000
const MAX_RUNS = 16
/** Vendor ids are reduced to this range, so that period ids stay exact integers. */
const MAX_VEHICLES = 5_000_000_000

/** The id of a driving period: always the same for one run, and unique to it. */
export const periodId = (vehicle: number, { day, index }: Pick<Run, 'day' | 'index'>): number =>
  ((vehicle % MAX_VEHICLES) * MAX_DAYS + day) * MAX_RUNS + index

/**
 * The driver of a truck on a day: its current driver, since that driver has the truck, and also earlier if the plan
 * names the same driver. Otherwise the driver is unknown (null).
 */
function driverOn({ driver, status_date_from }: FleetTruck, planned: number | null, day: number) {
  const isTheirs = status_date_from === null || dayNumber(status_date_from) <= day || planned === driver?.id
  return isTheirs ? personOf(driver) : null
}

/** `planned` is the driver whom the truck's plan names, or null. */
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
