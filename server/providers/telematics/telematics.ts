import type { Asset, AssetLocation, DrivingPeriod, Vehicle, VehicleLocation } from '#contract/boards/telematics.ts'
import type { FeedPage, FeedRange } from '#server/providers/feed-source.ts'

/** Rows of a vendor's response. An unknown position is null. */
export interface TelematicsRows<Row> extends FeedPage<Row> {
  /** One of the vendor's lists could not be fetched, so rows or fields of rows may be missing. */
  readonly isPartial?: boolean
}

/** A vehicle at the vendor. `id` is the vendor's id, stored on a truck as `gomotive_id`. Missing texts are empty. */
export type TelematicsVehicle = Omit<Vehicle, 'unit'>

/** A trailer at the vendor. `type` and `status` are the vendor's terms (`dry_van`, `deactivated`). */
export interface TelematicsAsset extends Omit<Asset, 'unit' | 'asset_gateway'> {
  readonly last_location: AssetLocation | null
}

/** One drive from stop to stop. `distance` is in miles. */
export interface TelematicsPeriod extends Omit<DrivingPeriod, 'distance'> {
  readonly distance: number | null
}

/** A request for driving periods of drivers and vehicles. Two empty lists request all periods. */
export interface PeriodsRequest extends FeedRange {
  readonly drivers: readonly number[]
  readonly vehicles: readonly number[]
}

/**
 * A vendor's current and past positions of vehicles and trailers. Every response describes the time of its request.
 * Each call throws a `FeedFailure` in plain words, or the signal's reason.
 */
export interface TelematicsSource {
  /** The vendor's name in the log and on screen. */
  readonly vendor: string
  /** Simulated: serves only the demo company. */
  readonly isSimulated: boolean
  /** Interval between polls for positions, in milliseconds. */
  readonly pollMs: number
  vehicles(signal: AbortSignal): Promise<TelematicsRows<TelematicsVehicle>>
  assets(signal: AbortSignal): Promise<TelematicsRows<TelematicsAsset>>
  /** Latest first. */
  drivingPeriods(request: PeriodsRequest): Promise<TelematicsRows<TelematicsPeriod>>
  /** Earliest first; empty for a vehicle that the vendor does not know. */
  vehicleHistory(vehicle: number, days: FeedRange): Promise<TelematicsRows<VehicleLocation>>
  assetHistory(asset: number, days: FeedRange): Promise<TelematicsRows<AssetLocation>>
}
