import type { Asset, AssetLocation, DrivingPeriod, Vehicle, VehicleLocation } from '#contract/boards/telematics.ts'
import type { FeedPage, FeedRange } from '#server/providers/feed-source.ts'

/** Rows of a vendor's answer; of a place that is not known the location is null. */
export interface Told<Row> extends FeedPage<Row> {
  /** One of the vendor's lists that they are put together from could not be had: something may be missing, in rows or of them. */
  readonly isPartial?: boolean
}

/** `id` is the vendor's, which a truck here carries as `gomotive_id`. Texts are empty where nothing was told. */
export type TelematicsVehicle = Omit<Vehicle, 'unit'>

/** A trailer as the vendor knows it; `type` and `status` are the vendor's words (`dry_van`, `deactivated`). */
export interface TelematicsAsset extends Omit<Asset, 'unit' | 'asset_gateway'> {
  readonly last_location: AssetLocation | null
}

/** One run from standing to standing, in miles. */
export interface TelematicsPeriod extends Omit<DrivingPeriod, 'distance'> {
  readonly distance: number | null
}

/** Whose driving periods; an empty list asks for nobody in particular, both empty for everybody's. */
export interface PeriodsAsked extends FeedRange {
  readonly drivers: readonly number[]
  readonly vehicles: readonly number[]
}

/**
 * Where vehicles and trailers are, and where they were. Every answer is of the instant at which it is asked; each call throws
 * a `FeedFailure` in plain words, or the signal's reason.
 */
export interface TelematicsSource {
  /** Its name in the log and on the screen. */
  readonly vendor: string
  /** Made up: it tells no other company than the demo company anything. */
  readonly isMadeUp: boolean
  /** How often it is worth asking for positions. */
  readonly pollMs: number
  vehicles(signal: AbortSignal): Promise<Told<TelematicsVehicle>>
  assets(signal: AbortSignal): Promise<Told<TelematicsAsset>>
  /** The latest first. */
  drivingPeriods(asked: PeriodsAsked): Promise<Told<TelematicsPeriod>>
  /** The earliest first; none for a vehicle that the vendor does not know. */
  vehicleHistory(vehicle: number, days: FeedRange): Promise<Told<VehicleLocation>>
  assetHistory(asset: number, days: FeedRange): Promise<Told<AssetLocation>>
}
