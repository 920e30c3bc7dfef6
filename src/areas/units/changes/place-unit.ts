import type { VehicleStatus } from '#contract/units/unit-choices.ts'
import type { UnitHolder } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { submitAllWithUndo } from '#src/form/frame/submit-with-undo.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { type Draft, draftOf } from '#src/offline/command.ts'
import { knownFormer } from './former-unit.ts'
import type { FormerUnit } from './placing.ts'
import { seenVersionOf } from './seen-unit.ts'

export interface Dates {
  readonly from: IsoDay
  readonly to: IsoDay | null
}

const commandsOf = ({ kind }: Unit) =>
  import('./unit-place-commands.ts').then(({ PLACE_COMMANDS }) => PLACE_COMMANDS[kind])

/** Gives a unit a status, and offers to take it back; nothing when it stands so already. Rejects with `NotKept`. */
export async function keepStatus(was: Unit, to: VehicleStatus, { from, to: until }: Dates): Promise<void> {
  if (to === was.status && from === was.status_date_from && until === was.status_date_to) return
  const input = { was, to, on: from, until }
  await submitAllWithUndo(commandsOf(was).then(({ status }) => [draftOf(status, input, seenVersionOf(was))]))
}

/** Gives a unit a driver, or none, and offers to take it back. Rejects with `NotKept`. */
export function keepDriver(was: Unit, to: UnitHolder | null, had: FormerUnit | null): Promise<void> {
  return submitAllWithUndo(placing(was, to, had))
}

async function placing(was: Unit, to: UnitHolder | null, had: FormerUnit | null): Promise<readonly Draft[]> {
  const input = { was, to, had: to && had && (await knownFormer(was.kind, to.id, had)), on: chicagoDay(companyNow()) }
  return commandsOf(was).then(({ driver }) => [draftOf(driver, input, seenVersionOf(was))])
}
