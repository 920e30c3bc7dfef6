import type { Driver } from '#contract/people/drivers.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { UnitName } from '#contract/units/unit-names.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { submitWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { type AssignUnit, assignUnit } from './driver-unit-commands.ts'
import { unitOf } from './unit-by-id.ts'

interface UnitChange {
  /** The driver as shown on screen. */
  readonly driver: Driver
  readonly kind: UnitKind
  /** The unit to assign, as shown on screen; null for none. */
  readonly to: UnitName | null
  readonly known: readonly UnitName[]
}

/** The change that assigns a unit to a driver from the company day `on`. */
export function assignmentOf({ driver, kind, to, known }: UnitChange, on: string): AssignUnit {
  const { id, user } = driver
  const self = { id, first_name: user.first_name, last_name: user.last_name }
  const former = unitOf(driver, kind, known)
  const holder = to?.driver ?? null
  return { driver: self, seen: driver, sort: kind, to, former, takenFrom: holder?.id === id ? null : holder, on }
}

/** Saves the change and offers to undo it. Rejects with `NotSaved`. */
export function assignUnitToDriver(giving: UnitChange): Promise<void> {
  const input = assignmentOf(giving, chicagoDay(companyNow()))
  return submitWithUndo(assignUnit, input, { seenVersion: giving.driver.version })
}
