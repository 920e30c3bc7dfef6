import type { Inspection } from '#contract/maintenance/inspections.ts'
import { unitMiles } from '#src/lookups/unit-miles-queries.ts'
import { isOnline } from '#src/offline/connectivity.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import type { Known } from '#src/offline/reading/known.ts'

/** Miles at the moment of a report; `isLastKnown`: the device knew no better, or none, and the server puts in its own. */
export interface Odometer {
  readonly miles: number | null
  readonly isLastKnown: boolean
  /** When the server said so, in milliseconds since 1970; null while nothing is known. */
  readonly asOf: number | null
}

export const NO_ODOMETER: Odometer = { miles: null, isLastKnown: true, asOf: null }
const roundedTo3 = (miles: number) => Math.round(miles * 1000) / 1000

/** What a form says of miles; none while nobody knows them. */
export function odometerOf(known: Known<{ readonly miles_driven: number }> | undefined, hasNetwork: boolean): Odometer {
  if (known === undefined) return NO_ODOMETER
  const { data, asOf, source } = known
  return { miles: roundedTo3(data.miles_driven), isLastKnown: source === 'cache' || !hasNetwork, asOf }
}

/** The miles that stand in the form right now. */
export function odometerNow(transport: Inspection['transport']): Odometer {
  return odometerOf(queryClient.getQueryData(unitMiles(transport.kind, transport.id).queryKey), isOnline())
}
