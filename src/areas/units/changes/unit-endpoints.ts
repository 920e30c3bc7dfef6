import { trailerChanges, truckChanges } from '#contract/units/unit-changes.ts'
import { trailerEndpoints, truckEndpoints } from '#contract/units/units.ts'

/** The endpoints of units, by unit kind. */
export const UNIT_ENDPOINTS = {
  truck: { ...truckEndpoints, ...truckChanges },
  trailer: { ...trailerEndpoints, ...trailerChanges },
} as const
