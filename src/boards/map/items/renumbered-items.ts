import type { telematicsEndpoints } from '#contract/boards/telematics.ts'
import { unitNumberOfDriver } from '#contract/units/unit-names.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { driverUnitNumber, isRenumbering, renumbered } from '#src/lookups/unit-numbers.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

type Vehicles = ReplyOf<typeof telematicsEndpoints.vehicles>
type Drivers = ReplyOf<typeof telematicsEndpoints.drivers>
type Assets = ReplyOf<typeof telematicsEndpoints.assets>

/** Applies waiting unit numbers, if there are any. */
const whileRenumbering =
  <Data>(renumber: (data: Data, fold: Fold) => Data) =>
  (data: Data, fold: Fold): Data =>
    isRenumbering(fold) ? renumber(data, fold) : data

/** The map's vehicles with waiting unit numbers applied. */
export const vehiclesRenumbered = whileRenumbering(({ vehicles }: Vehicles, fold) => ({
  vehicles: vehicles.map(({ vehicle }) => {
    const { unit } = vehicle
    const renumberedUnit = unit && {
      ...renumbered(unit, fold),
      trailer_number: driverUnitNumber(unit, 'trailer', fold),
    }
    return { vehicle: { ...vehicle, unit: renumberedUnit } }
  }),
}))

/** The same for trailers. */
export const assetsRenumbered = whileRenumbering(({ assets }: Assets, fold) => ({
  assets: assets.map(({ asset }) => ({ asset: { ...asset, unit: asset.unit && renumbered(asset.unit, fold) } })),
}))

/** The same for drivers. A driver's current vehicle has the new number too, if it is the assigned truck. */
export const driversRenumbered = whileRenumbering(({ drivers }: Drivers, fold) => ({
  drivers: drivers.map(({ driver }) => {
    const { vehicle } = driver
    const truck_number = driverUnitNumber(driver, 'truck', fold)
    const isOwn = vehicle?.number === unitNumberOfDriver(driver, 'truck')
    return {
      driver: {
        ...driver,
        truck_number,
        trailer_number: driverUnitNumber(driver, 'trailer', fold),
        vehicle: vehicle && isOwn && truck_number ? { ...vehicle, number: truck_number } : vehicle,
      },
    }
  }),
}))
