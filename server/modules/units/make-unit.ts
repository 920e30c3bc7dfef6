import { type NewTrailer, type NewTruck, UNIT_RULES } from '#contract/unit-fields.ts'
import type { Sql } from '#server/db/db.ts'
import { busy, invalid, type Problem } from '#server/http/problem.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import type { HistoryLog } from '#server/records/history-log.ts'
import { lockClientId } from '#server/records/lock-client-id.ts'
import type { RecordText } from '#server/records/record-text.ts'
import { asTaken, refuseTaken, refuseYear, type UnitChanger, useUnitPhoto } from './change-unit.ts'
import { refuseServiceDays } from './service-days.ts'
import { lockDispatcher } from './unit-driver-repository.ts'
import { highestVersion, nextTrailerNumber, skipTrailerNumbers } from './unit-identity-repository.ts'
import { followsFrom, freeOther, lockPlace, noteDrivers, placeAsked } from './unit-placing.ts'
import { findUnitId, insertUnit, setFirstPhoto, type UnitFields, unitStore } from './unit-record-repository.ts'
import { lockUnits, sightOf } from './unit-service.ts'

export type NewUnit =
  | { readonly kind: 'truck'; readonly body: NewTruck }
  | { readonly kind: 'trailer'; readonly body: NewTrailer }
export type MadeUnit = RecordText & { readonly isNew: boolean }

/** No driver's id. */
const NOBODY = 0
const OTHER = { truck: 'trailer', trailer: 'truck' } as const
const NOTHING_WRITTEN = { unit_number: null, licence_plate: null, transponder_id: null, pilot_flying_j_truck: null }

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
  const known = await findKnown(request, by, unit)
  if (known) return known
  refuseYear(body.year, author.now)
  refuseServiceDays(body, null, author.now)
  const locked = await lockPlace(sql, placeAsked(body, kind, null))
  const follows = followsFrom(locked, { status: 'unassigned', driver: null })
  const place = { status: 'unassigned', driver: null, ...follows } as const
  const fields = fieldsOf(unit, { ...place, dispatcher: await dispatcherOf(sql, body.dispatcher, follows) })
  refuseDates(fields, fields.status)
  await refuseTaken(sql, '', fields)
  const had =
    fields.driver === null ? null : await freeOther(sql, author, locked, fields.driver, fields.status_date_from)
  const id = await insert(request, unit, fields)
  if (id === null) throw idTaken(unit)
  await noteDrivers(sql, { author }, kind, { id, from: null, to: fields.driver, had })
  if (body.photo) await setFirstPhoto(sql, id, await useUnitPhoto(request, by, { kind, id }, body.photo))
  const made = await unitStore(kind, sightOf(by.user, author.now)).find(sql, id)
  if (!made) throw new Error(`${kind} ${id} vanished while being made`)
  return { ...made, isNew: true }
}

async function findKnown(
  { sql, author }: ChangeRequest,
  { user }: UnitChanger,
  { kind, body }: NewUnit,
): Promise<MadeUnit | null> {
  const { client_id } = body
  if (client_id === undefined) return null
  // The device may send the same unit twice at once, under two keys: the second waits here, and finds the first's.
  await lockClientId(sql, client_id)
  const id = await findUnitId(sql, kind, client_id)
  // No device gives a name twice: what sends it again would be told to come again for ever.
  if (id === null && (await findUnitId(sql, OTHER[kind], client_id)) !== null)
    throw invalid({ client_id: [UNIT_RULES.id] })
  const record = id === null ? null : await unitStore(kind, sightOf(user, author.now)).find(sql, id)
  return record && { ...record, isNew: false }
}

function idTaken(unit: NewUnit): Problem {
  const isByNumber = unit.kind === 'truck' && unit.body.id === undefined
  return invalid(isByNumber ? { unit_number: [UNIT_RULES.unit_number] } : { id: [UNIT_RULES.id] })
}

/** The id of the unit that was made; null when the one that it shall have is taken. */
async function insert({ sql, author }: ChangeRequest, unit: NewUnit, fields: UnitFields): Promise<string | null> {
  const { kind, body } = unit
  const wanted = body.id ?? (unit.kind === 'truck' ? unit.body.unit_number : null)
  const client_id = body.client_id ?? null
  const changes = Object.entries(fields)
    .filter(([, to]) => to !== null && to !== '')
    .map(([field, to]) => ({ field, from: null, to }))
  const make = async (id: string) => {
    // Who is deleting one of that id just now ends first: its versions count.
    await lockUnits(sql, NOBODY, [id])
    const version = (await highestVersion(sql, kind, id)) + 1
    const log: HistoryLog = { area: `${kind}s`, version, author, changes }
    return insertUnit(sql, { id, kind, client_id, fields, log }).catch(asTaken)
  }
  if (wanted !== null) return (await make(wanted)) ? wanted : null
  const numbered = `TL-${await nextTrailerNumber(sql)}`
  if (await make(numbered)) return numbered
  // Somebody gave that number by hand: on behind all that there are.
  await skipTrailerNumbers(sql)
  const next = `TL-${await nextTrailerNumber(sql)}`
  if (await make(next)) return next
  throw busy('Many trailers are being made just now.')
}
