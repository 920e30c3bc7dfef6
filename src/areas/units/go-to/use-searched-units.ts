import { useMemo } from 'react'
import { byCodeRank, codeRank, isExactRank, searchedCode } from '#contract/text/code-rank.ts'
import { searchWords } from '#contract/text/search.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { compareUnits } from '#contract/units/unit-names.ts'
import { unitRowCodes } from '#contract/units/unit-search.ts'
import type { Unit } from '#contract/units/units.ts'
import { view } from '#contract/wire/access.ts'
import { UNIT_DEFAULTS } from '#src/areas/units/list/unit-search.ts'
import { unitRowList } from '#src/areas/units/unit-queries.ts'
import { type ReadList, useList } from '#src/offline/reading/use-list.ts'
import { useCan } from '#src/session/use-can.ts'

const search = (kind: UnitKind, find: string) => unitRowList(kind, { ...UNIT_DEFAULTS, find })

/** Which list's state is shown for both: one that loads, then one that found something, then one that failed. */
const weight = ({ state, rows }: ReadList<Unit>) =>
  state === 'loading' ? 0 : rows.length > 0 ? 1 : state === 'ready' ? 3 : 2

/** Two lists as one. */
function joined(lists: readonly [ReadList<Unit>, ReadList<Unit>], rows: readonly Unit[]): ReadList<Unit> {
  const [first, second] = lists
  const shown = weight(second) < weight(first) ? second : first
  return {
    ...shown,
    rows,
    count: first.count + second.count,
    isFormer: first.isFormer || second.isFormer,
    hasMore: false,
  }
}

/** The trucks and trailers that a search finds among those that the user may view, the best match first. */
export function useSearchedUnits(find: string): ReadList<Unit> {
  const [canTrucks, canTrailers] = [useCan(view('trucks')), useCan(view('trailers'))]
  const isSearch = searchWords(find).length > 0
  const trucks = useList(search('truck', find), { keepsFormer: true, isWanted: canTrucks && isSearch })
  const trailers = useList(search('trailer', find), { keepsFormer: true, isWanted: canTrailers && isSearch })
  const rows = useMemo(() => {
    const compare = byCodeRank(searchedCode(searchWords(find)), unitRowCodes, compareUnits)
    return [...trucks.rows, ...trailers.rows].sort(compare)
  }, [find, trucks.rows, trailers.rows])
  if (!canTrailers) return trucks
  if (!canTrucks) return trailers
  return joined([trucks, trailers], rows)
}

/**
 * The unit that a search means beyond doubt: its number, plate or end of the VIN is the searched code, and nothing else
 * contains that code, so the user is not about to type more. Null for none.
 */
export function onlyUnit(find: string, { rows, count }: Pick<ReadList<Unit>, 'rows' | 'count'>): Unit | null {
  const code = searchedCode(searchWords(find))
  const [unit] = rows
  if (code === '' || count !== 1 || unit === undefined) return null
  const codes = unitRowCodes(unit)
  return isExactRank(codeRank(code, codes), codes) ? unit : null
}

/** The only unit whose whole number is the searched text: "1042" is truck 1042, although trailer TL-1042 fits, too. */
export function namedUnit(find: string, rows: readonly Unit[]): Unit | null {
  const code = searchedCode(searchWords(find))
  const named = rows.filter((row) => searchedCode(searchWords(unitRowCodes(row).number)) === code)
  return code !== '' && named.length === 1 ? (named[0] ?? null) : null
}
