import { useMemo } from 'react'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { unitIdentifiers } from '../unit-identity-queries.ts'
import { unitRows } from '../unit-queries.ts'
import { freedIdentifiers } from './freed-identifiers.ts'
import { type Identifiers, identifiersOfOthers } from './taken-identifiers.ts'

/** The identifiers of all units except `own`, from the server or the device. `own` is null for a new unit. */
export function useIdentifiers(kind: UnitKind, own: Unit | null): Identifiers {
  const { known } = useReading(unitIdentifiers.options)
  const { fold, entries } = useOutbox()
  return useMemo(() => {
    const waiting = fold.rows(unitRows, []).filter((row) => 'extra_info' in row)
    return identifiersOfOthers(known?.data ?? null, waiting, { kind, own }, freedIdentifiers(entries))
  }, [known, fold, entries, kind, own])
}
