import { isUpcoming } from '#contract/maintenance/inspection-lists.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { useFold } from '#src/offline/fold/use-fold.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { upcomingCount } from '../inspection-queries.ts'
import { inspectionRows } from '../inspection-rows.ts'

interface Counted {
  readonly count: number
  /** When that was so, in milliseconds since 1970. */
  readonly asOf: number
}

/** How much work is due with waiting changes laid over; each says itself what it was made upon. */
export function upcomingWith({ count, asOf }: Counted, fold: Fold): number {
  return Math.max(0, count + fold.countChange(inspectionRows, [], { fits: isUpcoming, complete: false, asOf }))
}

/** How much work is due; null while nobody knows. */
export function useUpcomingCount(): number | null {
  const { known } = useReading(upcomingCount.options)
  const fold = useFold()
  return known === undefined ? null : upcomingWith({ count: known.data.count, asOf: known.asOf }, fold)
}
