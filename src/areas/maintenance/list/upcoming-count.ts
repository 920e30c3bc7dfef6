import { isUpcoming } from '#contract/maintenance/inspection-lists.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { useFold } from '#src/offline/fold/use-fold.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { upcomingCount } from '../inspection-queries.ts'
import { inspectionRows } from '../inspection-rows.ts'

interface CountReading {
  readonly count: number
  /** The time of the count, in milliseconds since 1970. */
  readonly asOf: number
}

/** The number of upcoming inspections with the optimistic effects that are newer than the count. */
export function countWithEffects({ count, asOf }: CountReading, fold: Fold): number {
  return Math.max(0, count + fold.countChange(inspectionRows, [], { fits: isUpcoming, complete: false, asOf }))
}

/** The number of upcoming inspections; null while it is unknown. */
export function useUpcomingCount(): number | null {
  const { known } = useReading(upcomingCount.options)
  const fold = useFold(known?.asOf)
  return known === undefined ? null : countWithEffects({ count: known.data.count, asOf: known.asOf }, fold)
}
