import {
  assetState,
  assetType,
  driverState,
  isShownAsset,
  type MapState,
  vehicleState,
} from '#contract/boards/map-states.ts'
import type {
  Asset,
  AssetLocation,
  MapPosition,
  MappedDriver,
  Vehicle,
  VehicleLocation,
} from '#contract/boards/telematics.ts'
import { folded } from '#contract/text/folded.ts'
import { codeText } from '#contract/text/search.ts'
import { unitNumberOfDriver, unitNumberWords } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { ageRings, type Clock } from './position-age.ts'

/** An item of the map without its position and state. */
export interface MapSubject {
  readonly key: string
  /** The id in its list and in position events. */
  readonly id: number
  readonly title: string
  /** A note: its driver, its trailer or its type. */
  readonly note: string
  /** The search text, in lower case. */
  readonly text: string
  readonly of:
    | { readonly kind: 'vehicle'; readonly row: Vehicle }
    | { readonly kind: 'driver'; readonly row: MappedDriver }
    | { readonly kind: 'asset'; readonly row: Asset }
}

/** An item with its position: one line of the list and, if the position is known, one mark on the map. */
export interface MapItem extends MapSubject {
  readonly state: MapState
  readonly location: VehicleLocation | AssetLocation | null
  /** The place in words: "3 mi W of Joliet, IL". */
  readonly place: string
  /** Miles per hour; null when unknown or meaningless. */
  readonly speed: number | null
  /** The age of the position in rings; 0 for a current one. */
  readonly rings: number
}

const textOf = (parts: readonly (string | null | undefined)[]) => folded(parts.filter(Boolean).join(' '))

/**
 * The driver of a vehicle: the vendor's current driver, or else the driver assigned here, or else the vendor's usual
 * driver.
 */
export function driverOf({ current_driver, unit, permanent_driver }: Vehicle): string {
  const person = current_driver ?? unit?.driver ?? permanent_driver
  return person ? fullName(person) : ''
}

export function vehicleSubject(row: Vehicle): MapSubject {
  const driver = driverOf(row)
  const { unit } = row
  // The company's own units have the number from here: the vendor may learn a new number later or never.
  const title = unit?.number || row.number || unit?.id || String(row.id)
  return {
    key: `vehicle-${row.id}`,
    id: row.id,
    title,
    note: driver || 'No driver',
    text: [
      textOf([title, driver, row.vin, row.make, row.model]),
      ...[row.number, row.license_plate_number].map(codeText),
      ...(unit ? [unit.id, unitNumberWords(unit), unitNumberOfDriver(unit, 'trailer')].map(codeText) : []),
    ].join(' '),
    of: { kind: 'vehicle', row },
  }
}

export function driverSubject(row: MappedDriver): MapSubject {
  const title = fullName(row)
  const driven = row.vehicle?.number ?? unitNumberOfDriver(row, 'truck')
  return {
    key: `driver-${row.id}`,
    id: row.id,
    title,
    note: driven ? `Truck ${driven}` : 'No vehicle',
    text: textOf([title, driven, row.truck, row.trailer, unitNumberOfDriver(row, 'trailer')]),
    of: { kind: 'driver', row },
  }
}

export function assetSubject(row: Asset): MapSubject {
  const title = row.unit?.number || row.name || row.unit?.id || String(row.id)
  const driver = row.unit?.driver ? fullName(row.unit.driver) : ''
  return {
    key: `asset-${row.id}`,
    id: row.id,
    title,
    note: [assetType(row.type), driver].filter(Boolean).join(' · '),
    text: textOf([
      title,
      row.name,
      row.unit?.id,
      row.unit && unitNumberWords(row.unit),
      driver,
      row.vin,
      row.make,
      row.model,
      assetType(row.type),
    ]),
    of: { kind: 'asset', row },
  }
}

/** The later one of two positions. */
function laterPosition<L extends { readonly located_at: string }>(
  listLocation: L | null,
  live: L | undefined,
): L | null {
  return live && (listLocation === null || Date.parse(live.located_at) >= Date.parse(listLocation.located_at))
    ? live
    : listLocation
}

/** Whether a position belongs to a vehicle. */
export const isVehicleLocation = (location: VehicleLocation | AssetLocation): location is VehicleLocation =>
  'speed' in location

/** The live position of a subject. A driver may be in another vehicle by now. */
function liveLocation({ of }: MapSubject, live: MapPosition | undefined) {
  return of.kind === 'driver' && live?.vehicle !== of.row.vehicle?.id ? undefined : live?.location
}

/** A subject with its position from the list or from a later live position. */
export function mapItemOf(subject: MapSubject, live: MapPosition | undefined, clock: Clock): MapItem {
  const { of } = subject
  const newLocation = liveLocation(subject, live)
  if (of.kind === 'asset') {
    const location = laterPosition(
      of.row.asset_gateway.last_location,
      newLocation && !isVehicleLocation(newLocation) ? newLocation : undefined,
    )
    const state = assetState({ asset_gateway: { last_location: location } })
    const place = location?.formatted_address ?? ''
    return { ...subject, state, location, place, speed: null, rings: ringsAt(location, state, clock) }
  }
  const location = laterPosition(
    of.row.current_location,
    newLocation && isVehicleLocation(newLocation) ? newLocation : undefined,
  )
  const state =
    of.kind === 'driver'
      ? driverState({ vehicle: of.row.vehicle, current_location: location })
      : vehicleState({ current_location: location })
  const place = location?.description ?? ''
  return { ...subject, state, location, place, speed: location?.speed ?? null, rings: ringsAt(location, state, clock) }
}

const ringsAt = (location: MapItem['location'], state: MapState, clock: Clock) =>
  location === null ? 0 : ageRings(state, Date.parse(location.located_at), clock)

export const shownAssets = (rows: readonly Asset[]): readonly Asset[] => rows.filter(isShownAsset)
