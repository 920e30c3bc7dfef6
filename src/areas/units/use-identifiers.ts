import { useMemo } from 'react'
import type { Unit } from '#contract/unit-rows.ts'
import { useFold } from '#src/offline/use-fold.ts'
import { useReading } from '#src/offline/use-reading.ts'
import { type Identifiers, identifiersBeside } from './taken-identifiers.ts'
import { truckIdentifiers } from './unit-identity-queries.ts'
import { unitRows } from './unit-queries.ts'

/** What is written on other trucks than `own`, as the server or the device knows it; null `own` for one that is only made. */
export function useIdentifiers(own: Unit | null): Identifiers {
  const { known } = useReading(truckIdentifiers.options)
  const fold = useFold()
  return useMemo(() => {
    const waiting = fold.rows(unitRows, []).filter((row) => 'extra_info' in row)
    return identifiersBeside(known?.data ?? null, waiting, own)
  }, [known, fold, own])
}
