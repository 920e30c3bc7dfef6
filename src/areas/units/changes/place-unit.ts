import type { VehicleStatus } from '#contract/units/unit-choices.ts'
import type { UnitHolder } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { type NewChange, newChange } from '#src/offline/command.ts'
import { knownFormer } from './former-unit.ts'
import type { FormerUnit } from './placing.ts'
import { seenVersionOf } from './seen-unit.ts'

export interface Dates {
  readonly from: IsoDay
  readonly to: IsoDay | null
}

const commandsOf = ({ kind }: Unit) =>
  import('./unit-place-commands.ts').then(({ PLACE_COMMANDS }) => PLACE_COMMANDS[kind])

/** Saves a unit's status and offers to undo it. Does nothing if the unit already has it. Rejects with `NotSaved`. */
export async function saveStatus(was: Unit, to: VehicleStatus, { from, to: until }: Dates): Promise<void> {
  if (to === was.status && from === was.status_date_from && until === was.status_date_to) return
  const input = { was, to, on: from, until }
  await submitAllWithUndo(commandsOf(was).then(({ status }) => [newChange(status, input, seenVersionOf(was))]))
}

/** Saves a unit's driver, or none, and offers to undo it. Rejects with `NotSaved`. */
export function saveDriver(was: Unit, to: UnitHolder | null, had: FormerUnit | null): Promise<void> {
  return submitAllWithUndo(driverChanges(was, to, had))
}

async function driverChanges(was: Unit, to: UnitHolder | null, had: FormerUnit | null): Promise<readonly NewChange[]> {
  const input = { was, to, had: to && had && (await knownFormer(was.kind, to.id, had)), on: chicagoDay(companyNow()) }
  return commandsOf(was).then(({ driver }) => [newChange(driver, input, seenVersionOf(was))])
}
