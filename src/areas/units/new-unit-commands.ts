import { driverKind } from '#contract/drivers.ts'
import { hasNow } from '#contract/problem.ts'
import { holderIn, placedRow } from '#contract/unit-holding.ts'
import { type UnitSort, unitKind } from '#contract/units.ts'
import {
  added,
  type Command,
  command,
  type Effect,
  patched,
  type RecordKey,
  type Refusal,
  type Remedy,
  recordKey,
} from '#src/offline/command.ts'
import { calledUntilThen, formerRef, type NewUnitInput, newUnitInput, rowOf } from './new-unit.ts'
import { newUnitFields, withDriver } from './new-unit-fields.ts'
import { driverKeyOf, UNIT_REFRESHES, unitTitle, versionOfReply } from './seen-unit.ts'
import { UNIT_ENDPOINTS, UNIT_WORDS } from './unit-kinds.ts'
import { NEW_TRAILER } from './unit-words.ts'

/** The new unit, its driver who has it, and what that driver had, which nobody has then. */
function effectsOf(sort: UnitSort, input: NewUnitInput): readonly Effect[] {
  const { unit, driver, on } = input
  const row = added(unitKind, rowOf(sort, input))
  if (driver === null) return [row]
  const { id } = driver.driver
  const called = calledUntilThen(sort, unit)
  const has = patched(driverKind, `${id}`, (one) => (sort in one ? { ...one, [sort]: called } : one))
  const former = formerRef(driver)
  if (former === null) return [row, has]
  const free = { status: 'unassigned', status_date_from: on, status_date_to: null, holder: null } as const
  // What somebody else has by then is not freed by this.
  const freed = patched(unitKind, former, (one) => (holderIn(one)?.id === id ? placedRow(one, free) : one))
  return [row, has, freed]
}

/** Its driver, and what that driver had: their own changes must not overtake this one. */
function othersTouched({ driver }: NewUnitInput): readonly RecordKey[] {
  if (driver === null) return []
  const former = formerRef(driver)
  return [driverKeyOf(driver.driver.id), ...(former === null ? [] : [recordKey(unitKind, former)])]
}

/** What the call takes: what is absent is not sent. */
function bodyOf({ unit, driver, photo }: NewUnitInput) {
  return {
    ...unit,
    ...(driver && { driver: driver.driver.id, driver_had: formerRef(driver) }),
    ...(photo && { photo }),
  }
}

/** A driver who has another unit by now is given this one all the same, or it is made without a driver. */
function remediesOf(sort: UnitSort, input: NewUnitInput, { status, body }: Refusal): readonly Remedy<NewUnitInput>[] {
  const now = hasNow.safeParse(body).data?.has_now.driver
  if (status !== 400 || now === undefined || input.driver === null) return []
  const had = now === null ? null : { id: now, client_id: null }
  return [
    { title: 'Assign it all the same', input: { ...input, driver: { ...input.driver, had } } },
    {
      title: `Add the ${UNIT_WORDS[sort].noun} without a driver`,
      input: { ...input, driver: null, unit: withDriver(input.unit, null) },
    },
  ]
}

/** Makes a unit of a kind, with a name of this device's own so that it can be changed again before it is sent. */
function createCommand(sort: UnitSort): Command<NewUnitInput> {
  return command({
    name: `${UNIT_WORDS[sort].area}.create`,
    version: 1,
    endpoint: UNIT_ENDPOINTS[sort].create,
    input: newUnitInput,
    request: (input) => ({ body: bodyOf(input) }),
    touches: (input) => [recordKey(unitKind, input.unit.client_id), ...othersTouched(input)],
    shows: (input) => effectsOf(sort, input),
    fields: (input) => newUnitFields(sort, input),
    remedies: (input, refusal) => remediesOf(sort, input, refusal),
    describe: ({ unit }) => {
      const id = calledUntilThen(sort, unit)
      return {
        record: id === NEW_TRAILER ? id : unitTitle({ kind: sort, id }),
        change: `New ${UNIT_WORDS[sort].noun}: ${unit.transport_model} ${unit.year}`,
      }
    },
    versions: versionOfReply,
    refreshes: UNIT_REFRESHES,
  })
}

export const createTruck = createCommand('truck')
export const createTrailer = createCommand('trailer')
/** By kind. */
export const CREATIONS = { truck: createTruck, trailer: createTrailer } as const
