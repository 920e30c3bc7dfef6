import { type NewTrailer, type NewTruck, UNIT_RULES } from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { MAX_UNIT_ID } from '#contract/units/unit-names.ts'
import { busy, invalid, type Problem } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import type { HistoryLog } from '#server/records/history-log.ts'
import { findMade } from '#server/records/made-once.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { asTaken, refuseTaken, refuseYear, type UnitChanger, useUnitPhoto } from './change-unit.ts'
import { refuseServiceDays } from './service-days.ts'
import type { UnitFields } from './unit-columns.ts'
import { lockDispatcher } from './unit-driver-repository.ts'
import { highestVersion, isNumbered, nextTrailerNumber, skipTrailerNumbers } from './unit-identity-repository.ts'
import { followsFrom, freeOther, lockPlace, noteDrivers, placeAsked } from './unit-placing.ts'
import { findUnitId, insertUnit, setFirstPhoto, unitStore } from './unit-record-repository.ts'
import { lockUnits, sightOf } from './unit-service.ts'

export type NewUnit =
  | { readonly kind: 'truck'; readonly body: NewTruck }
  | { readonly kind: 'trailer'; readonly body: NewTrailer }
export type MadeUnit = RecordText & { readonly isNew: boolean }

/** No driver's id. */
const NOBODY = 0
const OTHER = { truck: 'trailer', trailer: 'truck' } as const
const NOTHING_WRITTEN = { licence_plate: null, transponder_id: null, pilot_flying_j_truck: null }

type Place = Pick<UnitFields, 'status' | 'driver' | 'dispatcher'>

function fieldsOf(unit: NewUnit, place: Place): UnitFields {
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
    ...NOTHING_WRITTEN,
    ...rest,
    ...place,
    unit_number: body.unit_number ?? body.id ?? null,
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

/** Who leads a new unit: its driver's dispatcher, or the one that is named for a unit that nobody drives. */
async function dispatcherOf(sql: Sql, named: number | null | undefined, follows: Partial<Place>) {
  if (follows.driver != null) {
    const its = follows.dispatcher ?? null
    if (named != null && named !== its)
      throw invalid({ dispatcher: ['A unit that is driven is led by its driver’s dispatcher.'] })
    return its
  }
  if (named == null) return null
  if (!(await lockDispatcher(sql, named))) throw invalid({ dispatcher: ['There is no such dispatcher.'] })
  return named
}

/**
 * Makes a truck or a trailer. A `client_id` that is known already answers the unit that has it (`isNew` false): the device
 * sent it before. Throws 400 by field.
 */
export async function makeUnit(request: ChangeRequest, by: UnitChanger, unit: NewUnit): Promise<MadeUnit> {
  const { sql, author } = request
  const { kind, body } = unit
  const known = await findMade(sql, body.client_id, {
    find: (name) => findUnitId(sql, kind, name),
    refusal: (name) => refusalOfName(sql, kind, name),
    answer: (id) => unitStore(kind, sightOf(by.user, author.now)).find(sql, id),
  })
  if (known) return known
  refuseYear(body.year, author.now)
  refuseServiceDays(body, null, author.now)
  const locked = await lockPlace(sql, placeAsked(body, kind, null))
  const follows = followsFrom(locked, { status: 'unassigned', driver: null })
  const place = { status: 'unassigned', driver: null, ...follows } as const
  const fields = fieldsOf(unit, { ...place, dispatcher: await dispatcherOf(sql, body.dispatcher, follows) })
  refuseDates(fields, fields.status)
  await refuseTakenByNew(sql, unit, fields)
  const had =
    fields.driver === null ? null : await freeOther(sql, author, locked, fields.driver, fields.status_date_from)
  const id = await insert(request, unit, fields)
  if (id === null) throw invalid({ id: [UNIT_RULES.id] })
  await noteDrivers(sql, { author }, kind, { id, from: null, to: fields.driver, had })
  if (body.photo) await setFirstPhoto(sql, id, await useUnitPhoto(request, by, { kind, id }, body.photo))
  const made = await unitStore(kind, sightOf(by.user, author.now)).find(sql, id)
  if (!made) throw new Error(`${kind} ${id} vanished while being made`)
  return { ...made, isNew: true }
}

/** No device gives a name twice: one that sends it for a unit of the other kind would be told to come again for ever. */
async function refusalOfName(sql: Sql, kind: UnitKind, client_id: string): Promise<Problem | null> {
  const other = await findUnitId(sql, OTHER[kind], client_id)
  return other === null ? null : invalid({ client_id: [UNIT_RULES.id] })
}

/** The same as for a unit that there is; a number that was said as the id is told there. */
async function refuseTakenByNew(sql: Sql, { kind, body }: NewUnit, fields: UnitFields): Promise<void> {
  const saidAsId = body.unit_number === undefined ? body.id : undefined
  await refuseTaken(sql, { kind, id: '' }, saidAsId === undefined ? fields : { ...fields, unit_number: null })
  if (saidAsId !== undefined && (await isNumbered(sql, saidAsId))) throw invalid({ id: [UNIT_RULES.unit_number] })
}

/** How often another id is tried where units that have another number by now are called by the first ones. */
const MAX_IDS = 100

/** The ids that a unit of a number may be given, in this order: one that is called otherwise by now may have the number as its id. */
function idsFor(number: string): readonly string[] {
  const behind = Array.from({ length: MAX_IDS }, (_, at) => `-${at + 2}`)
  return [number, ...behind.map((end) => `${number.slice(0, MAX_UNIT_ID - end.length)}${end}`)]
}

/** The id of the unit that was made; null when the one that it shall have is taken. */
async function insert(request: ChangeRequest, unit: NewUnit, fields: UnitFields): Promise<string | null> {
  const { sql } = request
  const { body } = unit
  if (body.id !== undefined) return (await insertAs(request, unit, fields, body.id)) ? body.id : null
  if (fields.unit_number !== null) {
    for (const id of idsFor(fields.unit_number)) if (await insertAs(request, unit, fields, id)) return id
    throw busy('Many units were called by this number.')
  }
  for (const isAgain of [false, true]) {
    // Somebody gave that number by hand: on behind all that there are.
    if (isAgain) await skipTrailerNumbers(sql)
    const next = `TL-${await nextTrailerNumber(sql)}`
    if (await isNumbered(sql, next)) continue
    if (await insertAs(request, unit, { ...fields, unit_number: next }, next)) return next
  }
  throw busy('Many trailers are being made just now.')
}

/** Whether the unit was made; not, where its id is taken. */
async function insertAs(
  { sql, author }: ChangeRequest,
  { kind, body }: NewUnit,
  fields: UnitFields,
  id: string,
): Promise<boolean> {
  const changes = Object.entries(fields)
    .filter(([, to]) => to !== null && to !== '')
    .map(([field, to]) => ({ field, from: null, to }))
  // Who is deleting one of that id just now ends first: its versions count.
  await lockUnits(sql, NOBODY, [id])
  const version = (await highestVersion(sql, kind, id)) + 1
  const log: HistoryLog = { area: `${kind}s`, version, author, changes }
  return insertUnit(sql, { id, kind, client_id: body.client_id ?? null, fields, log }).catch(asTaken)
}
