import { useMemo } from 'react'
import { byCodeRank, codeRank, isBeginningRank, isExactRank, searchedCode } from '#contract/text/code-rank.ts'
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

/** Two lists as one. Both are complete only together. */
function joined(trucks: ReadList<Unit>, trailers: ReadList<Unit>, rows: readonly Unit[]): ReadList<Unit> {
  const [slower, other] = trailers.state === 'ready' ? [trucks, trailers] : [trailers, trucks]
  return {
    ...slower,
    rows,
    count: trucks.count + trailers.count,
    isFormer: slower.isFormer || other.isFormer,
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
  return joined(trucks, trailers, rows)
}

/**
 * The unit that a search means beyond doubt: the only one whose number, plate or end of the VIN is the searched code,
 * while no other number begins with that code. Null for none or several.
 */
export function onlyUnit(find: string, rows: readonly Unit[]): Unit | null {
  const code = searchedCode(searchWords(find))
  if (code === '') return null
  const ranked = rows.map((row) => ({ row, rank: codeRank(code, unitRowCodes(row)) }))
  const exact = ranked.filter(({ row, rank }) => isExactRank(rank, unitRowCodes(row)))
  const isDoubtful = exact.length > 1 || ranked.some(({ rank }) => isBeginningRank(rank))
  return isDoubtful ? null : (exact[0]?.row ?? null)
}

/** The only unit whose whole number is the searched text: "1042" is truck 1042, although trailer TL-1042 fits, too. */
export function namedUnit(find: string, rows: readonly Unit[]): Unit | null {
  const code = searchedCode(searchWords(find))
  const named = rows.filter((row) => searchedCode(searchWords(unitRowCodes(row).number)) === code)
  return code !== '' && named.length === 1 ? (named[0] ?? null) : null
}
