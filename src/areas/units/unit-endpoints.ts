import { trailerEndpoints } from '#contract/trailers.ts'
import { truckEndpoints } from '#contract/trucks.ts'
import { trailerChanges, truckChanges } from '#contract/unit-changes.ts'

/** The calls about units of a kind. */
export const UNIT_ENDPOINTS = {
  truck: { ...truckEndpoints, ...truckChanges },
  trailer: { ...trailerEndpoints, ...trailerChanges },
} as const
