import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { UNIT_DEFAULTS } from '#src/areas/units/list/unit-search.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { currentFold } from '#src/offline/outbox/outbox.ts'
import { rowIn } from '#src/offline/reading/derived-list.ts'
import { unitRowList, unitRows } from '../unit-queries.ts'
import type { FormerUnit } from './placing.ts'
import { NO_VERSION_YET } from './seen-unit.ts'

/** What a driver has where it is a unit that waits to be made, by the name that this device gave it; several may be called alike. Pure. */
export function waitingFormer(fold: Fold, kind: UnitKind, driver: number, had: FormerUnit): FormerUnit | null {
  const isIt = (row: Unit) => row.kind === kind && row.id === had.id && row.driver === driver
  const row = fold.rows(unitRows, []).find((one) => isIt(one) && one.version === NO_VERSION_YET)
  return row ? { ...had, client_id: row.client_id, row } : null
}

/** With what is known of it besides its number. */
export const withRow = (had: FormerUnit, row: Unit | undefined): FormerUnit =>
  row === undefined ? had : { ...had, client_id: row.client_id, row }

/** What the device knows of a unit that `driver` has, so that it can be named, also one that waits, and given back to him. */
export async function knownFormer(kind: UnitKind, driver: number, had: FormerUnit): Promise<FormerUnit> {
  const waits = waitingFormer(currentFold(), kind, driver, had)
  if (waits) return waits
  const found = await rowIn(unitRowList(kind, UNIT_DEFAULTS), ({ id }) => id === had.id)
  return withRow(had, found?.data)
}
