import type { telematicsEndpoints } from '#contract/boards/telematics.ts'
import { numberOfDrivers } from '#contract/units/unit-names.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { isRenumbering, renumbered, renumberedOf } from '#src/lookups/unit-numbers.ts'
import type { Fold } from '#src/offline/fold/fold.ts'

type Vehicles = ReplyOf<typeof telematicsEndpoints.vehicles>
type Drivers = ReplyOf<typeof telematicsEndpoints.drivers>
type Assets = ReplyOf<typeof telematicsEndpoints.assets>

/** What is done while some unit waits for another number. */
const whileRenumbering =
  <Data>(renumber: (data: Data, fold: Fold) => Data) =>
  (data: Data, fold: Fold): Data =>
    isRenumbering(fold) ? renumber(data, fold) : data

/** The map's vehicles by the numbers that wait. */
export const vehiclesRenumbered = whileRenumbering(({ vehicles }: Vehicles, fold) => ({
  vehicles: vehicles.map(({ vehicle }) => {
    const { unit } = vehicle
    const told = unit && { ...renumbered(unit, fold), trailer_number: renumberedOf(unit, 'trailer', fold) }
    return { vehicle: { ...vehicle, unit: told } }
  }),
}))

/** The same of its trailers. */
export const assetsRenumbered = whileRenumbering(({ assets }: Assets, fold) => ({
  assets: assets.map(({ asset }) => ({ asset: { ...asset, unit: asset.unit && renumbered(asset.unit, fold) } })),
}))

/** The same of its drivers; one who is in the own truck is in it by that number. */
export const driversRenumbered = whileRenumbering(({ drivers }: Drivers, fold) => ({
  drivers: drivers.map(({ driver }) => {
    const { vehicle } = driver
    const truck_number = renumberedOf(driver, 'truck', fold)
    const isOwn = vehicle?.number === numberOfDrivers(driver, 'truck')
    return {
      driver: {
        ...driver,
        truck_number,
        trailer_number: renumberedOf(driver, 'trailer', fold),
        vehicle: vehicle && isOwn && truck_number ? { ...vehicle, number: truck_number } : vehicle,
      },
    }
  }),
}))
