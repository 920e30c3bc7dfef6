import type { UnitKind } from '#contract/units/unit-choices.ts'
import { refOf, unitKind } from '#contract/units/unit-names.ts'
import { hasNow } from '#contract/wire/problem.ts'
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
import { calledUntilThen, holderOf, type NewUnitInput, newUnitInput, placedWith, rowOf } from './new-unit.ts'
import { newUnitFields } from './new-unit-fields.ts'
import { givenEffects } from './placing.ts'
import { driverKeyOf, NEW_TRAILER, recordWords } from './seen-unit.ts'
import { UNIT_ENDPOINTS } from './unit-endpoints.ts'
import { unitRecord } from './unit-record.ts'

/** The new unit, its driver who has it, and what that driver had, which nobody has then. */
function effectsOf(sort: UnitKind, input: NewUnitInput): readonly Effect[] {
  const was = rowOf(sort, input)
  const { driver, on } = input
  return [added(unitKind, was), ...givenEffects({ was, to: holderOf(driver), had: driver?.had ?? null, on })]
}

/** Its driver, and what that driver had: their own changes must not overtake this one. */
function othersTouched({ driver }: NewUnitInput): readonly RecordKey[] {
  if (driver === null) return []
  return [driverKeyOf(driver.id), ...(driver.had ? [recordKey(unitKind, refOf(driver.had))] : [])]
}

/** What the call takes: what is absent is not sent. */
function bodyOf({ unit, driver, dispatcher, photo }: NewUnitInput) {
  return {
    ...unit,
    ...(driver && { driver: driver.id, driver_had: driver.had ? refOf(driver.had) : null }),
    // The server gives it its driver's, and refuses another.
    ...(driver === null && dispatcher && { dispatcher: dispatcher.id }),
    ...(photo && { photo }),
  }
}

/** A driver who has another unit by now is given this one all the same, or it is made without a driver. */
function remediesOf(sort: UnitKind, input: NewUnitInput, { status, body }: Refusal): readonly Remedy<NewUnitInput>[] {
  const now = hasNow.safeParse(body).data?.has_now.driver
  if (status !== 400 || now === undefined || input.driver === null) return []
  const had = now === null ? null : { id: now, client_id: null, row: null }
  return [
    { title: 'Assign it all the same', input: { ...input, driver: { ...input.driver, had } } },
    {
      title: `Add the ${UNIT_WORDS[sort].noun} without a driver`,
      input: { ...input, driver: null, unit: placedWith(input.unit, null) },
    },
  ]
}

/** Makes a unit of a kind, with a name of this device's own so that it can be changed again before it is sent. */
function createUnitCommand(sort: UnitKind): Command<NewUnitInput> {
  return command({
    name: `${UNIT_WORDS[sort].area}.create`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[sort].create,
    input: newUnitInput,
    request: (input) => ({ body: bodyOf(input) }),
    touches: (input) => [recordKey(unitKind, input.unit.client_id), ...othersTouched(input)],
    dependsOn: ({ after = [] }) => after,
    effects: (input) => effectsOf(sort, input),
    fields: (input) => newUnitFields(sort, input),
    remedies: (input, refusal) => remediesOf(sort, input, refusal),
    describe: ({ unit }) => {
      const id = calledUntilThen(sort, unit)
      const record = recordWords({ ...unit, kind: sort, id })
      // Without a number the record itself says what it looks like.
      if (id === NEW_TRAILER) return { record, change: 'Added' }
      return { record, change: `New ${UNIT_WORDS[sort].noun}: ${modelWords(unit)}, ${unit.color}` }
    },
    versions: unitRecord.versionsIn,
    refreshes: unitRecord.refreshes,
  })
}

export const createTruck = createUnitCommand('truck')
export const createTrailer = createUnitCommand('trailer')
/** By kind. */
export const CREATIONS = { truck: createTruck, trailer: createTrailer } as const
