import type { Inspection } from '#contract/maintenance/inspections.ts'
import { unitMiles } from '#src/lookups/unit-miles-queries.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import type { QueryData } from '#src/offline/reading/query-data.ts'

/**
 * The unit's miles at the time of a report. `isLastKnown`: the device had only a stored value or none, so the server
 * fills in its own.
 */
export interface Odometer {
  readonly miles: number | null
  readonly isLastKnown: boolean
  /** When the server reported the miles, in milliseconds since 1970. Null while no miles are known. */
  readonly asOf: number | null
}

export const NO_ODOMETER: Odometer = { miles: null, isLastKnown: true, asOf: null }
const roundedTo3 = (miles: number) => Math.round(miles * 1000) / 1000

/** The odometer for a form. Miles are null while they are unknown. */
export function odometerOf(
  known: QueryData<{ readonly miles_driven: number }> | undefined,
  hasNetwork: boolean,
): Odometer {
  if (known === undefined) return NO_ODOMETER
  const { data, asOf, source } = known
  return { miles: roundedTo3(data.miles_driven), isLastKnown: source === 'cache' || !hasNetwork, asOf }
}

/** The odometer that the form shows right now. */
export function odometerNow(transport: Inspection['transport']): Odometer {
  return odometerOf(queryClient.getQueryData(unitMiles(transport.kind, transport.id).queryKey), isOnline())
}
