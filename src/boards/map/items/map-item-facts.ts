import { assetType } from '#contract/boards/map-states.ts'
import type { AssetLocation, Vehicle, VehicleLocation } from '#contract/boards/telematics.ts'
import { unitNumberOfDriver } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { formatCount } from '#src/format/numbers.ts'
import { milesWords, speedWords } from '#src/format/travel-words.ts'
import { driverOf, isVehicleLocation, type MapItem } from './map-item.ts'

interface MapFact {
  readonly name: string
  readonly value: string
}

const NONE = '—'
const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** The compass point for degrees clockwise from north: "NE". */
export const compassOf = (degrees: number): string =>
  COMPASS[Math.round((((degrees % 360) + 360) % 360) / 45) % 8] ?? 'N'

const orNone = (value: number | null | undefined, words: (value: number) => string) =>
  value === null || value === undefined ? NONE : words(value)

/** Make and model, without the make if the model already contains it. */
const modelOf = ({ make, model }: Pick<Vehicle, 'make' | 'model'>) =>
  [make, model.replace(make, '').trim()].filter(Boolean).join(' ') || NONE

function vehicleFacts(location: VehicleLocation | null, isOld: boolean): readonly MapFact[] {
  return [
    { name: isOld ? 'Last speed' : 'Speed', value: orNone(location?.speed, speedWords) },
    { name: isOld ? 'Last heading' : 'Heading', value: orNone(location?.bearing, compassOf) },
    { name: 'Fuel', value: orNone(location?.fuel_primary_remaining_percentage, (share) => `${Math.round(share)} %`) },
    { name: 'Odometer', value: orNone(location?.odometer, (miles) => milesWords(miles)) },
    { name: 'Engine hours', value: orNone(location?.engine_hours, (hours) => formatCount(Math.round(hours))) },
  ]
}

const everyWords = (minutes: number) => (minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`)

function assetFacts(location: AssetLocation | null): readonly MapFact[] {
  return [
    { name: 'Gateway battery', value: orNone(location?.battery_capacity, (share) => `${Math.round(share)} %`) },
    { name: 'Reports every', value: orNone(location?.unpowered_mode_update_frequency, everyWords) },
  ]
}

/** The facts on an item's card, in their order. They describe the current position. */
export function factsOf({ of, location, rings }: Pick<MapItem, 'of' | 'location' | 'rings'>): readonly MapFact[] {
  const vehicles = location && isVehicleLocation(location) ? location : null
  if (of.kind === 'vehicle') {
    const { license_plate_number, license_plate_state, unit } = of.row
    return [
      { name: 'Driver', value: driverOf(of.row) || NONE },
      { name: 'Trailer', value: (unit && unitNumberOfDriver(unit, 'trailer')) ?? NONE },
      ...vehicleFacts(vehicles, rings > 0),
      { name: 'Model', value: modelOf(of.row) },
      { name: 'Plate', value: [license_plate_number, license_plate_state].filter(Boolean).join(' · ') || NONE },
    ]
  }
  if (of.kind === 'driver') {
    const { vehicle } = of.row
    return [
      { name: 'Vehicle', value: vehicle?.number ?? NONE },
      { name: 'Trailer', value: unitNumberOfDriver(of.row, 'trailer') ?? NONE },
      ...vehicleFacts(vehicles, rings > 0),
    ]
  }
  const driver = of.row.unit?.driver
  return [
    { name: 'Type', value: assetType(of.row.type) },
    { name: 'Driver', value: driver ? fullName(driver) : NONE },
    ...assetFacts(location && !isVehicleLocation(location) ? location : null),
    { name: 'Model', value: modelOf(of.row) },
  ]
}
