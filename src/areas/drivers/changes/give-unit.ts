import type { Driver } from '#contract/people/drivers.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import type { UnitName } from '#contract/units/unit-names.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { submitWithUndo } from '#src/form/frame/submit-with-undo.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { type AssignUnit, assignUnit } from './driver-unit-commands.ts'
import { unitOf } from './unit-by-id.ts'

interface Giving {
  /** As he is on screen. */
  readonly driver: Driver
  readonly sort: UnitKind
  /** What he shall have, as it is on screen; null for nothing. */
  readonly to: UnitName | null
  readonly known: readonly UnitName[]
}

/** The change that gives a driver a unit from the company's day `on`. */
export function assignmentOf({ driver, sort, to, known }: Giving, on: string): AssignUnit {
  const { id, user } = driver
  const self = { id, first_name: user.first_name, last_name: user.last_name }
  const former = unitOf(driver, sort, known)
  const holder = to?.driver ?? null
  return { driver: self, seen: driver, sort, to, former, takenFrom: holder?.id === id ? null : holder, on }
}

/** Keeps that change, and offers to take it back. Rejects with `NotKept`. */
export function giveUnit(giving: Giving): Promise<void> {
  const input = assignmentOf(giving, chicagoDay(companyNow()))
  return submitWithUndo(assignUnit, input, { seenVersion: giving.driver.version })
}
