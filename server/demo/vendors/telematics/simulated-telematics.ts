import { fixesOf, runsOf } from '#server/demo/days/driving-history.ts'
import type { Itinerary } from '#server/demo/days/itinerary.ts'
import type { FleetTrailer, FleetTruck } from '#server/demo/days/telematics-fleet.ts'
import { type TruckMotion, truckMotion } from '#server/demo/days/truck-motion.ts'
import type {
  PeriodsRequest,
  TelematicsPeriod,
  TelematicsRows,
  TelematicsSource,
  TelematicsVehicle,
} from '#server/providers/telematics/telematics.ts'
import { askedHistory, parkedOf } from './asked-history.ts'
import { assetOf } from './asset-words.ts'
import { inSlices } from './in-slices.ts'
import { periodOf } from './periods.ts'
import { type TrailersLeft, trailerFixes } from './trailer-fixes.ts'
import { fixOf, vehicleOf } from './vehicle-words.ts'

const POLL_MS = 10_000
const HISTORY_SECONDS = 120

export interface SimulatedTelematics {
  /** The current trucks with their drivers, and the current trailers with their trucks. Called for each request. */
  readonly trucks: () => Promise<readonly FleetTruck[]>
  readonly trailers: () => Promise<readonly FleetTrailer[]>
  readonly itinerary: Itinerary
  readonly leftAt: TrailersLeft
  readonly clock: () => Date
}

const telematicsRows = <Row>(rows: readonly Row[]): TelematicsRows<Row> => ({ rows, skipped: 0 })

const isRequested = (ids: readonly number[], id: number | undefined) =>
  ids.length === 0 || (id !== undefined && ids.includes(id))

/** The truck with the latest position it has reported at `now` (ms). */
const locate = (motion: TruckMotion, truck: FleetTruck, now: number): TelematicsVehicle =>
  vehicleOf(truck, motion.stateAt(truck.id, now, parkedOf(truck)))

/** The driving periods of the requested vehicles and drivers, latest first. */
function periodsIn(motion: TruckMotion, itinerary: Itinerary) {
  const ofTruck = (truck: FleetTruck, request: PeriodsRequest, now: number): TelematicsPeriod[] => {
    const planned = itinerary.booked(truck.id)?.driver ?? null
    const runs = runsOf(motion, truck.id, askedHistory(request, now, parkedOf(truck)))
    return [...runs].map((run) => periodOf(truck, planned, run))
  }
  return async (
    trucks: readonly FleetTruck[],
    request: PeriodsRequest,
    now: number,
  ): Promise<readonly TelematicsPeriod[]> => {
    // A period names no driver other than the truck's current one, so trucks of other drivers are left out.
    const requestedTrucks = trucks.filter(
      ({ gomotive_id, driver }) =>
        isRequested(request.vehicles, gomotive_id) && isRequested(request.drivers, driver?.gomotive_id ?? undefined),
    )
    const allPeriods = await inSlices(requestedTrucks, (truck) => ofTruck(truck, request, now), request.signal)
    const requestedPeriods = allPeriods.filter(({ driver }) => isRequested(request.drivers, driver?.id))
    return requestedPeriods.toSorted((a, b) => b.start_time.localeCompare(a.start_time) || b.id - a.id)
  }
}

/**
 * A telematics vendor that simulates the company's trucks and trailers on the roads. `clock` determines the instant.
 */
export function simulatedTelematics(parts: SimulatedTelematics): TelematicsSource {
  const { itinerary, clock } = parts
  const motion = truckMotion(itinerary)
  const trailers = trailerFixes(motion, parts.leftAt)
  const periods = periodsIn(motion, itinerary)
  const now = () => clock().getTime()
  return {
    vendor: 'simulator',
    isSimulated: true,
    pollMs: POLL_MS,
    async vehicles(signal) {
      const [trucks, at] = [await parts.trucks(), now()]
      return telematicsRows(await inSlices(trucks, (truck) => [locate(motion, truck, at)], signal))
    },
    async assets(signal) {
      const [all, at] = [await parts.trailers(), now()]
      return telematicsRows(await inSlices(all, (one) => [assetOf(one, trailers.last(one, at))], signal))
    },
    async drivingPeriods(request) {
      return telematicsRows(await periods(await parts.trucks(), request, now()))
    },
    async vehicleHistory(vehicle, days) {
      const truck = (await parts.trucks()).find(({ gomotive_id }) => gomotive_id === vehicle)
      if (truck === undefined) return telematicsRows([])
      const period = askedHistory(days, now(), parkedOf(truck))
      return telematicsRows([...fixesOf(motion, truck.id, period, HISTORY_SECONDS)].map(fixOf))
    },
    async assetHistory(asset, days) {
      const trailer = (await parts.trailers()).find(({ gomotive_id }) => gomotive_id === asset)
      return telematicsRows(trailer === undefined ? [] : trailers.history(trailer, askedHistory(days, now(), null)))
    },
  }
}
