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

/** The trip of `aDrivingPeriod` as vendors report it, in miles. */
export const aPeriod = (period: Partial<TelematicsPeriod> = {}): TelematicsPeriod => ({
  ...aDrivingPeriod(),
  distance: 180.24,
  ...period,
})

/** The vendor's data, by kind. An error instead of rows is thrown. */
interface VendorData {
  vehicles: readonly TelematicsVehicle[] | Error
  assets: readonly TelematicsAsset[] | Error
  periods: readonly TelematicsPeriod[] | Error
  fixes: readonly VehicleLocation[] | Error
  assetFixes: readonly AssetLocation[] | Error
  skipped: number
}

/** A telematics vendor with the test's data. `requests` records the calls. */
export function aTelematicsVendor(overrides: Partial<VendorData> = {}, { isSimulated = false } = {}) {
  const data: VendorData = {
    vehicles: [],
    assets: [],
    periods: [],
    fixes: [],
    assetFixes: [],
    skipped: 0,
    ...overrides,
  }
  const requests: { polls: number; periods: PeriodsRequest[]; histories: (FeedRange & { id: number })[] } = {
    polls: 0,
    periods: [],
    histories: [],
  }
  const respond = async <Row>(rows: readonly Row[] | Error) => {
    if (rows instanceof Error) throw rows
    return { rows, skipped: data.skipped }
  }
  const source: TelematicsSource = {
    vendor: 'somebody',
    isSimulated,
    pollMs: 30_000,
    vehicles: () => {
      requests.polls++
      return respond(data.vehicles)
    },
    assets: () => respond(data.assets),
    drivingPeriods: (periods) => {
      requests.periods.push(periods)
      return respond(data.periods)
    },
    vehicleHistory: (id, days) => {
      requests.histories.push({ id, ...days })
      return respond(data.fixes)
    },
    assetHistory: (id, days) => {
      requests.histories.push({ id, ...days })
      return respond(data.assetFixes)
    },
  }
  return { source, data, requests }
}
