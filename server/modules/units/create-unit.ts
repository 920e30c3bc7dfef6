import { type NewTrailer, type NewTruck, UNIT_RULES } from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { MAX_UNIT_ID } from '#contract/units/unit-names.ts'
import { busy, invalid, type Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { findCreated } from '#server/records/client-id-lookup.ts'
import type { HistoryLog } from '#server/records/history-log.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { refuseTaken, refuseYear, throwTaken, type UnitChanger, useUnitPhoto } from './change-unit.ts'
import { refuseServiceDays } from './service-days.ts'
import {
  freeOtherUnit,
  impliedAssignment,
  lockAssignment,
  logDriverChanges,
  requestedAssignment,
} from './unit-assignment.ts'
import type { UnitFields } from './unit-columns.ts'
import { lockDispatcher } from './unit-driver-repository.ts'
import { highestVersion, isNumberInUse, nextTrailerNumber, skipTrailerNumbers } from './unit-identity-repository.ts'
import { findUnitId, insertUnit, setFirstPhoto, unitStore } from './unit-record-repository.ts'
import { lockUnits, unitVisibility } from './unit-service.ts'

export type NewUnit =
  | { readonly kind: 'truck'; readonly body: NewTruck }
  | { readonly kind: 'trailer'; readonly body: NewTrailer }
export type CreatedUnit = RecordText & { readonly isNew: boolean }

/** An id that no driver has. */
const NO_DRIVER = 0
const OTHER_KIND = { truck: 'trailer', trailer: 'truck' } as const
const NO_TRUCK_IDENTIFIERS = { transponder_id: null, pilot_flying_j_truck: null }

type InitialAssignment = Pick<UnitFields, 'status' | 'driver' | 'dispatcher'>

function fieldsOf(unit: NewUnit, place: InitialAssignment): UnitFields {
  const { body } = unit
  const {
    client_id: _,
    id: __,
    driver_had: ___,
    type,
    vin,
    miles_driven,
    registration_expire,
    photo: ____,
    ...rest
  } = body
  return {
    ...NO_TRUCK_IDENTIFIERS,
    ...rest,
    ...place,
    unit_number: body.unit_number ?? body.id ?? null,
    licence_plate: body.licence_plate || null,
    type: type || null,
    vin: vin || null,
    miles_driven: miles_driven ?? 0,
    registration_expire: registration_expire ?? null,
    photo: null,
  }
}

function refuseDates({ status_date_from, status_date_to }: UnitFields, status: string): void {
  const refuse = (message: string) => invalid({ status_date_to: [message] })
  if (status === 'on_service' && status_date_to === null) throw refuse(UNIT_RULES.range)
  if (status_date_from !== null && status_date_to !== null && status_date_to < status_date_from)
    throw refuse('The end must not be before the beginning.')
}

/** The dispatcher of a new unit: its driver's dispatcher, or the requested dispatcher if the unit has no driver. */
async function dispatcherOf(sql: Sql, requested: number | null | undefined, implied: Partial<InitialAssignment>) {
  if (implied.driver != null) {
    const driverDispatcher = implied.dispatcher ?? null
    if (requested != null && requested !== driverDispatcher)
      throw invalid({ dispatcher: ['A unit with a driver has its driver’s dispatcher.'] })
    return driverDispatcher
  }
  if (requested == null) return null
  if (!(await lockDispatcher(sql, requested))) throw invalid({ dispatcher: ['There is no such dispatcher.'] })
  return requested
}

/**
 * Creates a truck or a trailer. A known `client_id` returns the existing unit with `isNew` false: the device sent the
 * request before. Throws 400 by field.
 */
export async function createUnit(request: ChangeRequest, by: UnitChanger, unit: NewUnit): Promise<CreatedUnit> {
  const { sql, author } = request
  const { kind, body } = unit
  const known = await findCreated(sql, body.client_id, {
    find: (name) => findUnitId(sql, kind, name),
    refusal: (name) => clientIdRefusal(sql, kind, name),
    answer: (id) => unitStore(kind, unitVisibility(by.user, author.now)).find(sql, id),
  })
  if (known) return known
  refuseYear(body.year, author.now)
  refuseServiceDays(body, null, author.now)
  const locked = await lockAssignment(sql, requestedAssignment(body, kind, null))
  const implied = impliedAssignment(locked, { status: 'unassigned', driver: null })
  const assignment = { status: 'unassigned', driver: null, ...implied } as const
  const fields = fieldsOf(unit, { ...assignment, dispatcher: await dispatcherOf(sql, body.dispatcher, implied) })
  refuseDates(fields, fields.status)
  await refuseTakenByNew(sql, unit, fields)
  const freedUnit =
    fields.driver === null ? null : await freeOtherUnit(sql, author, locked, fields.driver, fields.status_date_from)
  const id = await insert(request, unit, fields)
  if (id === null) throw invalid({ id: [UNIT_RULES.id] })
  await logDriverChanges(sql, { author }, kind, { id, from: null, to: fields.driver, freedUnit })
  if (body.photo) await setFirstPhoto(sql, id, await useUnitPhoto(request, by, { kind, id }, body.photo))
  const createdUnit = await unitStore(kind, unitVisibility(by.user, author.now)).find(sql, id)
  if (!createdUnit) throw new Error(`${kind} ${id} vanished while being made`)
  return { ...createdUnit, isNew: true }
}

/**
 * The 400 for a client id that a unit of the other kind has. Devices never use a client id twice. Without this check,
 * such a request would be told to retry forever.
 */
async function clientIdRefusal(sql: Sql, kind: UnitKind, client_id: string): Promise<Problem | null> {
  const other = await findUnitId(sql, OTHER_KIND[kind], client_id)
  return other === null ? null : invalid({ client_id: [UNIT_RULES.id] })
}

/** `refuseTaken` for a new unit. A taken number is reported under `id` if the request sent the number as the id. */
async function refuseTakenByNew(sql: Sql, { kind, body }: NewUnit, fields: UnitFields): Promise<void> {
  const numberAsId = body.unit_number === undefined ? body.id : undefined
  await refuseTaken(sql, { kind, id: '' }, numberAsId === undefined ? fields : { ...fields, unit_number: null })
  if (numberAsId !== undefined && (await isNumberInUse(sql, numberAsId)))
    throw invalid({ id: [UNIT_RULES.unit_number] })
}

/** How many further ids are tried when units whose number has changed since still have the first ones. */
const MAX_IDS = 100

/**
 * The ids to try for a unit with this number, in this order. A unit that was renumbered since may still have the number
 * as its id.
 */
function candidateIds(number: string): readonly string[] {
  const suffixes = Array.from({ length: MAX_IDS }, (_, at) => `-${at + 2}`)
  return [number, ...suffixes.map((end) => `${number.slice(0, MAX_UNIT_ID - end.length)}${end}`)]
}

/** Inserts the unit and returns its id; null when the requested id is taken. */
async function insert(request: ChangeRequest, unit: NewUnit, fields: UnitFields): Promise<string | null> {
  const { sql } = request
  const { body } = unit
  if (body.id !== undefined) return (await insertWithId(request, unit, fields, body.id)) ? body.id : null
  if (fields.unit_number !== null) {
    for (const id of candidateIds(fields.unit_number)) if (await insertWithId(request, unit, fields, id)) return id
    throw busy('This number was used by many units.')
  }
  for (const isAgain of [false, true]) {
    // Users have set that number by hand: continue after the highest existing number.
    if (isAgain) await skipTrailerNumbers(sql)
    const next = `TL-${await nextTrailerNumber(sql)}`
    if (await isNumberInUse(sql, next)) continue
    if (await insertWithId(request, unit, { ...fields, unit_number: next }, next)) return next
  }
  throw busy('Many trailers are being created just now.')
}

/** Inserts the unit with this id. False when the id is taken. */
async function insertWithId(
  { sql, author }: ChangeRequest,
  { kind, body }: NewUnit,
  fields: UnitFields,
  id: string,
): Promise<boolean> {
  const changes = Object.entries(fields)
    .filter(([, to]) => to !== null && to !== '')
    .map(([field, to]) => ({ field, from: null, to }))
  // Waits for a concurrent deletion of a unit with this id: the new version must be higher than that unit's.
  await lockUnits(sql, NO_DRIVER, [id])
  const version = (await highestVersion(sql, kind, id)) + 1
  const log: HistoryLog = { area: `${kind}s`, version, author, changes }
  return insertUnit(sql, { id, kind, client_id: body.client_id ?? null, fields, log }).catch(throwTaken)
}
