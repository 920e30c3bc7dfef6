import { useEffect, useState } from 'react'
import { isUpcoming } from '#contract/inspection-lists.ts'
import { type Inspection, inspectionKind } from '#contract/inspections.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import type { Fold } from '#src/offline/fold.ts'
import { rowIn } from '#src/offline/made-list.ts'
import { useFold } from '#src/offline/use-fold.ts'
import { useReading } from '#src/offline/use-reading.ts'
import { everyInspection, upcomingCount } from './inspection-queries.ts'
import { inspectionRows } from './inspection-rows.ts'

interface Counted {
  readonly count: number
  /** When that was so, in milliseconds since 1970. */
  readonly asOf: number
}

/**
 * How much work is due with waiting changes laid over. `known`: the reports that such changes name, as the device had them
 * from the server; of others a change says itself what it was made upon.
 */
export function upcomingWith({ count, asOf }: Counted, fold: Fold, known: readonly Inspection[]): number {
  const rules = { fits: isUpcoming, complete: false, asOf }
  const left = fold.countChange(inspectionRows, known.filter(isUpcoming), rules)
  const entered = known.filter((row) => {
    const now = fold.over(inspectionRows, row)
    const isTold = fold.find(inspectionRows, inspectionKind.keyOf(row)) !== undefined
    return !isUpcoming(row) && !isTold && now !== undefined && isUpcoming(now)
  })
  return Math.max(0, count + left + entered.length)
}

/** The reports that waiting changes name, as the device had them from the server. */
function useNamed(fold: Fold): readonly Inspection[] {
  const names = [...fold.keys(inspectionRows)].join(' ')
  const [found, setFound] = useState<readonly Inspection[]>([])
  useEffect(() => {
    let isOver = false
    const find = async () => {
      const list = everyInspection(chicagoDay(Date.now()))
      const rows = names === '' ? [] : names.split(' ').map((name) => rowIn(list, isNamed(name)))
      const known = (await Promise.all(rows)).flatMap((row) => row?.data ?? [])
      if (!isOver) setFound(known)
    }
    // A disk that can't be read: then it is the server's count alone.
    find().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [names])
  return found
}

const isNamed = (name: string) => (row: Inspection) => inspectionKind.keyOf(row) === name || `${row.id}` === name

/** How much work is due; null while nobody knows. */
export function useUpcomingCount(): number | null {
  const { known } = useReading(upcomingCount.options)
  const fold = useFold()
  const named = useNamed(fold)
  return known === undefined ? null : upcomingWith({ count: known.data.count, asOf: known.asOf }, fold, named)
}
