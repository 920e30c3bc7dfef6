import type { ReplyOf } from '#contract/endpoint.ts'
import type { telematicsEndpoints } from '#contract/telematics.ts'
import type { Fold } from '#src/offline/fold.ts'
import { isRenumbering, renumbered, renumberedOf } from '#src/picks/unit-numbers.ts'

type Vehicles = ReplyOf<typeof telematicsEndpoints.vehicles>
type Drivers = ReplyOf<typeof telematicsEndpoints.drivers>
type Assets = ReplyOf<typeof telematicsEndpoints.assets>

/** The map's vehicles by the numbers that wait. */
export function vehiclesRenumbered(data: Vehicles, fold: Fold): Vehicles {
  if (!isRenumbering(fold)) return data
  const told = (unit: NonNullable<Vehicles['vehicles'][number]['vehicle']['unit']>) => ({
    ...renumbered(unit, fold),
    trailer_number: renumberedOf(unit, 'trailer', fold),
  })
  return {
    vehicles: data.vehicles.map(({ vehicle }) => ({
      vehicle: { ...vehicle, unit: vehicle.unit && told(vehicle.unit) },
    })),
  }
}

/** The same of its trailers. */
export function assetsRenumbered(data: Assets, fold: Fold): Assets {
  if (!isRenumbering(fold)) return data
  return {
    assets: data.assets.map(({ asset }) => ({ asset: { ...asset, unit: asset.unit && renumbered(asset.unit, fold) } })),
  }
}

/** The same of its drivers; one who is in the own truck is in it by that number. */
export function driversRenumbered(data: Drivers, fold: Fold): Drivers {
  if (!isRenumbering(fold)) return data
  return {
    drivers: data.drivers.map(({ driver }) => {
      const truck_number = renumberedOf(driver, 'truck', fold)
      const isOwn = driver.vehicle !== null && driver.vehicle.number === driver.truck_number
      const vehicle =
        isOwn && truck_number !== null && driver.vehicle ? { ...driver.vehicle, number: truck_number } : driver.vehicle
      return { driver: { ...driver, truck_number, trailer_number: renumberedOf(driver, 'trailer', fold), vehicle } }
    }),
  }
}
