import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { driverNames } from '#src/lookups/driver-name-queries.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { foldForScreen } from '#src/offline/outbox/outbox.ts'
import { allRows } from '#src/offline/reading/all-rows.ts'
import { derivedList } from '#src/offline/reading/derived-list.ts'
import { waitingFormer, withRow } from './changes/former-unit.ts'
import { type DriverChoice, driverChoices, type ForUnit } from './driver-choices.ts'
import { UNIT_DEFAULTS } from './list/unit-search.ts'
import { unitRowList } from './unit-queries.ts'

/**
 * Adds the known data about each driver's current unit to the choices: from waiting units and from `units` of the kind.
 * Pure.
 */
export function withCurrentUnits(
  choices: readonly DriverChoice[],
  kind: UnitKind,
  waiting: Fold,
  units: readonly Unit[],
): readonly DriverChoice[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return choices.map((choice) => {
    const { content } = choice
    if (!content?.had) return choice
    const had = waitingFormer(waiting, kind, content.id, content.had) ?? withRow(content.had, byId.get(content.had.id))
    return { ...choice, content: { ...content, had } }
  })
}

/**
 * The choices for a unit's driver for the Outbox, from the device's data. If the device stores no units, a driver's
 * current unit has only its number. Throws an error with a message for the user when the drivers can't be loaded.
 */
export async function loadDriverChoices(unit: ForUnit): Promise<readonly DriverChoice[]> {
  const choices = driverChoices(await allRows(driverNames, 'Drivers'), unit, chicagoDay(companyNow()))
  const unitList = await derivedList(unitRowList(unit.kind, UNIT_DEFAULTS), {})
  return withCurrentUnits(choices, unit.kind, foldForScreen(), unitList?.data.rows ?? [])
}
