import type { AssetLocation, VehicleLocation } from '#contract/boards/telematics.ts'
import type { FeedRange } from '#server/providers/feed-source.ts'
import type {
  PeriodsRequest,
  TelematicsAsset,
  TelematicsPeriod,
  TelematicsSource,
  TelematicsVehicle,
} from '#server/providers/telematics/telematics.ts'
import { aDrivingPeriod } from './a-driving-period.ts'

export const aFix = (fix: Partial<VehicleLocation> = {}): VehicleLocation => ({
  located_at: '2026-11-21T14:59:30.000Z',
  lat: 41.5252,
  lon: -88.0834,
  speed: 62,
  bearing: 87,
  type: 'vehicle_moving',
  description: 'Joliet, IL',
  odometer: 412_000,
  engine_hours: 9210,
  fuel_primary_remaining_percentage: 71,
  ...fix,
})

export const aVehicle = (vehicle: Partial<TelematicsVehicle> = {}): TelematicsVehicle => ({
  id: 730_001,
  number: '1042',
  make: 'Freightliner',
  model: 'Cascadia',
  vin: '1FUJGLDR8PL101234',
  license_plate_state: 'IL',
  license_plate_number: 'P123456',
  permanent_driver: null,
  current_driver: null,
  current_location: aFix(),
  ...vehicle,
})

export const anAssetFix = (fix: Partial<AssetLocation> = {}): AssetLocation => ({
  located_at: '2026-11-21T14:30:00.000Z',
  lat: 41.87811,
  lon: -87.6298,
  moving: true,
  bearing: null,
  battery_capacity: 88,
  mode: null,
  formatted_address: 'Chicago, IL',
  unpowered_mode_update_frequency: 720,
  ...fix,
})

export const anAsset = (asset: Partial<TelematicsAsset> = {}): TelematicsAsset => ({
  id: 910_001,
  name: 'TL-1',
  make: 'Utility',
  model: '4000D-X',
  type: 'dry_van',
  vin: '',
  status: 'active',
  last_location: anAssetFix(),
  ...asset,
})

/** The run of `aDrivingPeriod` as a vendor tells it, in miles. */
export const aPeriod = (period: Partial<TelematicsPeriod> = {}): TelematicsPeriod => ({
  ...aDrivingPeriod(),
  distance: 180.24,
  ...period,
})

/** What a vendor tells; a function throws or answers anew each time. */
interface Telling {
  vehicles: readonly TelematicsVehicle[] | Error
  assets: readonly TelematicsAsset[] | Error
  periods: readonly TelematicsPeriod[] | Error
  fixes: readonly VehicleLocation[] | Error
  assetFixes: readonly AssetLocation[] | Error
  skipped: number
}

/** A telematics vendor that tells what a test says, and notes how it was asked. */
export function aTelematicsVendor(telling: Partial<Telling> = {}, { isSimulated = false } = {}) {
  const told: Telling = { vehicles: [], assets: [], periods: [], fixes: [], assetFixes: [], skipped: 0, ...telling }
  const asked: { polls: number; periods: PeriodsRequest[]; histories: (FeedRange & { id: number })[] } = {
    polls: 0,
    periods: [],
    histories: [],
  }
  const tell = async <Row>(rows: readonly Row[] | Error) => {
    if (rows instanceof Error) throw rows
    return { rows, skipped: told.skipped }
  }
  const source: TelematicsSource = {
    vendor: 'somebody',
    isSimulated,
    pollMs: 30_000,
    vehicles: () => {
      asked.polls++
      return tell(told.vehicles)
    },
    assets: () => tell(told.assets),
    drivingPeriods: (periods) => {
      asked.periods.push(periods)
      return tell(told.periods)
    },
    vehicleHistory: (id, days) => {
      asked.histories.push({ id, ...days })
      return tell(told.fixes)
    },
    assetHistory: (id, days) => {
      asked.histories.push({ id, ...days })
      return tell(told.assetFixes)
    },
  }
  return { source, told, asked }
}
