import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { UNIT_DEFAULTS } from '#src/areas/units/list/unit-search.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { foldForScreen } from '#src/offline/outbox/outbox.ts'
import { findStoredRow } from '#src/offline/reading/derived-list.ts'
import { unitRowList, unitRows } from '../unit-queries.ts'
import type { FormerUnit } from './placing.ts'
import { NO_VERSION_YET } from './seen-unit.ts'

/**
 * A driver's unit that was created on this device and not sent yet, found by its client id, because several may have
 * equal titles. Pure.
 */
export function waitingFormer(fold: Fold, kind: UnitKind, driver: number, had: FormerUnit): FormerUnit | null {
  const isIt = (row: Unit) => row.kind === kind && row.id === had.id && row.driver === driver
  const row = fold.rows(unitRows, []).find((one) => isIt(one) && one.version === NO_VERSION_YET)
  return row ? { ...had, client_id: row.client_id, row } : null
}

/** Adds the unit's full row, if it is known. */
export const withRow = (had: FormerUnit, row: Unit | undefined): FormerUnit =>
  row === undefined ? had : { ...had, client_id: row.client_id, row }

/**
 * What the device knows about the driver's unit, waiting units included, so that it can be named and returned to the
 * driver.
 */
export async function knownFormer(kind: UnitKind, driver: number, had: FormerUnit): Promise<FormerUnit> {
  const waits = waitingFormer(foldForScreen(), kind, driver, had)
  if (waits) return waits
  const found = await findStoredRow(unitRowList(kind, UNIT_DEFAULTS), ({ id }) => id === had.id)
  return withRow(had, found?.data)
}
