import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitKind, unitRefOf } from '#contract/units/unit-names.ts'
import { currentUnitsExtra } from '#contract/wire/problem.ts'
import { modelWords } from '#src/format/model-words.ts'
import {
  added,
  type Command,
  command,
  type Effect,
  type RecordKey,
  type Refusal,
  type Remedy,
  recordKey,
} from '#src/offline/command.ts'
import { UNIT_WORDS } from '../unit-kinds.ts'
import { holderOf, type NewUnitInput, newUnitInput, provisionalNumber, rowOf, withDriverAssigned } from './new-unit.ts'
import { newUnitFields } from './new-unit-fields.ts'
import { newDriverEffects } from './placing.ts'
import { driverKeyOf, NEW_TRAILER, recordWords } from './seen-unit.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { unitRecord } from './unit-record.ts'

/** The effects: the new unit, its driver, and the driver's former unit, which becomes free. */
function effectsOf(kind: UnitKind, input: NewUnitInput): readonly Effect[] {
  const was = rowOf(kind, input)
  const { driver, on } = input
  return [added(unitKind, was), ...newDriverEffects({ was, to: holderOf(driver), had: driver?.had ?? null, on })]
}

/** The keys of the driver and of the driver's former unit: their changes must not overtake this one. */
function othersTouched({ driver }: NewUnitInput): readonly RecordKey[] {
  if (driver === null) return []
  return [driverKeyOf(driver.id), ...(driver.had ? [recordKey(unitKind, unitRefOf(driver.had))] : [])]
}

/** The call's body. Missing values are not sent. */
function bodyOf({ unit, driver, dispatcher, photo }: NewUnitInput) {
  return {
    ...unit,
    ...(driver && { driver: driver.id, driver_had: driver.had ? unitRefOf(driver.had) : null }),
    // With a driver the server uses the driver's dispatcher and refuses another.
    ...(driver === null && dispatcher && { dispatcher: dispatcher.id }),
    ...(photo && { photo }),
  }
}

/** The remedies when the driver has another unit by now: assign this one anyway, or create it without a driver. */
function remediesOf(kind: UnitKind, input: NewUnitInput, { status, body }: Refusal): readonly Remedy<NewUnitInput>[] {
  const now = currentUnitsExtra.safeParse(body).data?.has_now.driver
  if (status !== 400 || now === undefined || input.driver === null) return []
  const had = now === null ? null : { id: now, client_id: null, row: null }
  return [
    { title: 'Assign it all the same', input: { ...input, driver: { ...input.driver, had } } },
    {
      title: `Add the ${UNIT_WORDS[kind].noun} without a driver`,
      input: { ...input, driver: null, unit: withDriverAssigned(input.unit, null) },
    },
  ]
}

/** The command that creates a unit of a kind, with a client id, so that it can be changed again before it is sent. */
function createUnitCommand(kind: UnitKind): Command<NewUnitInput> {
  return command({
    name: `${UNIT_WORDS[kind].area}.create`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[kind].create,
    input: newUnitInput,
    request: (input) => ({ body: bodyOf(input) }),
    touches: (input) => [recordKey(unitKind, input.unit.client_id), ...othersTouched(input)],
    dependsOn: ({ after = [] }) => after,
    effects: (input) => effectsOf(kind, input),
    fields: (input) => newUnitFields(kind, input),
    remedies: (input, refusal) => remediesOf(kind, input, refusal),
    page: ({ unit }) => `/units/${kind}/${unit.client_id}`,
    describe: ({ unit }) => {
      const id = provisionalNumber(kind, unit)
      const record = recordWords({ ...unit, kind, id })
      // Without a number, the record's title already describes the unit.
      if (id === NEW_TRAILER) return { record, change: 'Added' }
      return { record, change: `New ${UNIT_WORDS[kind].noun}: ${modelWords(unit)}, ${unit.color}` }
    },
    versions: unitRecord.versionsIn,
    areas: [UNIT_WORDS[kind].area, 'drivers'],
  })
}

export const createTruck = createUnitCommand('truck')
export const createTrailer = createUnitCommand('trailer')
/** The create commands, by unit kind. */
export const CREATIONS = { truck: createTruck, trailer: createTrailer } as const
