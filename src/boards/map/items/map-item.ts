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
import { numberOfDrivers, numberWords } from '#contract/units/unit-names.ts'
import { fullName } from '#contract/wire/people.ts'
import { ageRings, type Clock } from './position-age.ts'

/** Something on the map, whatever it does and wherever it is. */
export interface MapSubject {
  readonly key: string
  /** By which its list, and what is told of its place, know it. */
  readonly id: number
  readonly title: string
  /** Who drives it, what it pulls, what it is. */
  readonly note: string
  /** What it is found by, in lower case. */
  readonly text: string
  readonly of:
    | { readonly kind: 'vehicle'; readonly row: Vehicle }
    | { readonly kind: 'driver'; readonly row: MappedDriver }
    | { readonly kind: 'asset'; readonly row: Asset }
}

/** The same where it is: one line of the list and, where that is known, one mark of the map. */
export interface MapItem extends MapSubject {
  readonly state: MapState
  readonly location: VehicleLocation | AssetLocation | null
  /** In words: "3 mi W of Joliet, IL". */
  readonly place: string
  /** Miles an hour; null where that is not known or means nothing. */
  readonly speed: number | null
  /** How old its place is, in rings; what has none is there. */
  readonly rings: number
}

const textOf = (parts: readonly (string | null | undefined)[]) => folded(parts.filter(Boolean).join(' '))

/** Who is in a vehicle: by its own word, else who has the truck here, else who usually drives it. */
export function driverOf({ current_driver, unit, permanent_driver }: Vehicle): string {
  const person = current_driver ?? unit?.driver ?? permanent_driver
  return person ? fullName(person) : ''
}

export function vehicleSubject(row: Vehicle): MapSubject {
  const driver = driverOf(row)
  const { unit } = row
  // What is ours is called as it is here: a vendor may be told of another number later, or never.
  const title = unit?.number || row.number || unit?.id || String(row.id)
  return {
    key: `vehicle-${row.id}`,
    id: row.id,
    title,
    note: driver || 'No driver',
    text: [
      textOf([title, driver, row.vin, row.make, row.model]),
      ...[row.number, row.license_plate_number].map(codeText),
      ...(unit ? [unit.id, numberWords(unit), numberOfDrivers(unit, 'trailer')].map(codeText) : []),
    ].join(' '),
    of: { kind: 'vehicle', row },
  }
}

export function driverSubject(row: MappedDriver): MapSubject {
  const title = fullName(row)
  const driven = row.vehicle?.number ?? numberOfDrivers(row, 'truck')
  return {
    key: `driver-${row.id}`,
    id: row.id,
    title,
    note: driven ? `Truck ${driven}` : 'No vehicle',
    text: textOf([title, driven, row.truck, row.trailer, numberOfDrivers(row, 'trailer')]),
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
      row.unit && numberWords(row.unit),
      driver,
      row.vin,
      row.make,
      row.model,
      assetType(row.type),
    ]),
    of: { kind: 'asset', row },
  }
}

/** Of two places the one that was told of later. */
function later<L extends { readonly located_at: string }>(kept: L | null, live: L | undefined): L | null {
  return live && (kept === null || Date.parse(live.located_at) >= Date.parse(kept.located_at)) ? live : kept
}

/** Whether it is of a vehicle. */
export const isVehicles = (location: VehicleLocation | AssetLocation): location is VehicleLocation =>
  'speed' in location

/** What was told of a subject since; a driver may be in another vehicle by now. */
function liveLocation({ of }: MapSubject, live: MapPosition | undefined) {
  return of.kind === 'driver' && live?.vehicle !== of.row.vehicle?.id ? undefined : live?.location
}

/** A subject where it is: as its list has it, or as was told of it since (`live`). */
export function itemAt(subject: MapSubject, live: MapPosition | undefined, clock: Clock): MapItem {
  const { of } = subject
  const told = liveLocation(subject, live)
  if (of.kind === 'asset') {
    const location = later(of.row.asset_gateway.last_location, told && !isVehicles(told) ? told : undefined)
    const state = assetState({ asset_gateway: { last_location: location } })
    const place = location?.formatted_address ?? ''
    return { ...subject, state, location, place, speed: null, rings: ringsAt(location, state, clock) }
  }
  const location = later(of.row.current_location, told && isVehicles(told) ? told : undefined)
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
