import { trailerEndpoints } from '#contract/units/trailers.ts'
import { truckEndpoints } from '#contract/units/trucks.ts'
import { trailerChanges, truckChanges } from '#contract/units/unit-changes.ts'

/** The calls about units of a kind. */
export const UNIT_ENDPOINTS = {
  truck: { ...truckEndpoints, ...truckChanges },
  trailer: { ...trailerEndpoints, ...trailerChanges },
} as const
