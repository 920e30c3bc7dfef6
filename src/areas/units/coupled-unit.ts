import { phraseSearch } from '#contract/text/search.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { view } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { useCan } from '#src/session/use-can.ts'
import { UNIT_DEFAULTS } from './list/unit-search.ts'
import { UNIT_WORDS } from './unit-kinds.ts'
import { unitRowList } from './unit-queries.ts'

const OTHER: Readonly<Record<UnitKind, UnitKind>> = { truck: 'trailer', trailer: 'truck' }

/**
 * The other unit of the same driver: the trailer of a truck, or the truck of a trailer. Null for none, and for users who
 * may not view it. It is found by the driver's name, so that one page of the list is enough.
 */
export function useCoupledUnit({ kind, holder }: Pick<Unit, 'kind' | 'holder'>): Unit | null {
  const other = OTHER[kind]
  const canView = useCan(view(UNIT_WORDS[other].area))
  const find = holder === null ? '' : phraseSearch(fullName(holder))
  const { rows } = useList(unitRowList(other, { ...UNIT_DEFAULTS, find }), { isWanted: canView && holder !== null })
  if (holder === null) return null
  return rows.find((row) => row.holder?.id === holder.id) ?? null
}
