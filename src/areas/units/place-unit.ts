import type { Unit } from '#contract/unit-rows.ts'
import type { UnitHolder, UnitSort, VehicleStatus } from '#contract/units.ts'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import type { Fold } from '#src/offline/fold.ts'
import { rowIn } from '#src/offline/made-list.ts'
import { currentFold } from '#src/offline/outbox/outbox.ts'
import type { FormerUnit } from './placing.ts'
import { NO_VERSION_YET, seenVersionOf } from './seen-unit.ts'
import { unitRowList, unitRows } from './unit-queries.ts'
import { UNIT_DEFAULTS } from './unit-search.ts'

export interface Dates {
  readonly from: IsoDay
  readonly to: IsoDay | null
}

const commandsOf = async ({ kind }: Unit) => (await import('./unit-place-commands.ts')).PLACE_COMMANDS[kind]

/** Gives a unit a status, and offers to take it back; nothing when it stands so already. Rejects with `NotKept`. */
export async function keepStatus(was: Unit, to: VehicleStatus, { from, to: until }: Dates): Promise<void> {
  if (to === was.status && from === was.status_date_from && until === was.status_date_to) return
  const input = { was, to, on: from, until }
  await submitWithUndo((await commandsOf(was)).status, input, { seenVersion: seenVersionOf(was) })
}

/** What a driver has where it is a unit that waits to be made, by the name that this device gave it; several may be called alike. Pure. */
export function waitingFormer(fold: Fold, kind: UnitSort, driver: number, had: FormerUnit): FormerUnit | null {
  const isIt = (row: Unit) => row.kind === kind && row.id === had.id && row.driver === driver
  const row = fold.rows(unitRows, []).find((one) => isIt(one) && one.version === NO_VERSION_YET)
  return row ? { ...had, client_id: row.client_id, row } : null
}

/** What the device knows of a unit that `driver` has, so that it can be named, also one that waits, and given back to him. */
export async function knownFormer(kind: UnitSort, driver: number, had: FormerUnit): Promise<FormerUnit> {
  const waits = waitingFormer(currentFold(), kind, driver, had)
  if (waits) return waits
  const found = await rowIn(unitRowList(kind, UNIT_DEFAULTS), ({ id }) => id === had.id)
  return found === null ? had : { ...had, client_id: found.data.client_id, row: found.data }
}

/** Gives a unit a driver, or none, and offers to take it back. Rejects with `NotKept`. */
export async function keepDriver(was: Unit, to: UnitHolder | null, had: FormerUnit | null): Promise<void> {
  const input = { was, to, had: to && had && (await knownFormer(was.kind, to.id, had)), on: chicagoDay(Date.now()) }
  await submitWithUndo((await commandsOf(was)).driver, input, { seenVersion: seenVersionOf(was) })
}
