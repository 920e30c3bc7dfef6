import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { PHOTO_IN_FORM } from '#contract/files/photo-rules.ts'
import { CODE } from '#contract/text/plain-text.ts'
import {
  emailField,
  FIELD_RULES,
  nameField,
  phoneField,
  providerId,
  requiredText,
  requiredUpTo,
} from '#contract/text/typed-fields.ts'
import { edit } from '#contract/wire/access.ts'
import { statusDay, unitDay } from '#contract/wire/days.ts'
import { endpoint, type Schema } from '#contract/wire/endpoint.ts'
import { clientId, serverId } from '#contract/wire/record.ts'
import { vehicleStatus } from './unit-choices.ts'
import { MAX_UNIT_ID, UNIT_ID, unitRef } from './unit-names.ts'
import { trailerParts, truckParts, type UnitArea, type UnitEndpointParts, unitPath } from './units.ts'
import { plainVin, vinRefusal } from './vin.ts'

/** The messages for inputs of a unit, on the server and in the app. */
export const UNIT_RULES = {
  required: FIELD_RULES.required,
  number: FIELD_RULES.number,
  year: 'Enter a year from 1920 to the next one.',
  miles: 'Enter miles, with three decimals at most.',
  unit_number: 'Another unit has this number.',
  licence_plate: 'Another unit has this license plate.',
  transponder_id: 'Another truck has this transponder.',
  vin: 'Another unit has this VIN.',
  gomotive_id: 'Another unit has this GoMotive ID.',
  pilot_flying_j_truck: 'Another truck has this fuel network ID.',
  id: 'Another unit has this id.',
  ownId: 'The id of a unit stays as it is: send a new number as unit_number.',
  range: 'The status needs its dates: from which day, and to which.',
} as const

const FIRST_YEAR = 1920
/**
 * A wide limit that only the schema uses. Server and app check by their own clocks that a model year is at most one
 * year ahead of the calendar.
 */
const LAST_YEAR = 2100

const yearNumber = z.int(UNIT_RULES.year).check(z.gte(FIRST_YEAR, UNIT_RULES.year), z.lte(LAST_YEAR, UNIT_RULES.year))
/** A number, or the digits that a form sends as text. */
const year = z.union(
  [
    yearNumber,
    z.pipe(z.string().check(CODE, z.regex(/^\d{4}$/, UNIT_RULES.year)), z.pipe(z.transform(Number), yearNumber)),
  ],
  UNIT_RULES.year,
)

const MAX_MILES = 9_999_999
const milesNumber = z.number(UNIT_RULES.miles).check(
  z.gte(0, UNIT_RULES.miles),
  z.lte(MAX_MILES, UNIT_RULES.miles),
  z.refine((miles) => Math.abs(miles * 1000 - Math.round(miles * 1000)) < 1e-4, UNIT_RULES.miles),
)
const miles = z.union(
  [
    milesNumber,
    z.pipe(z.string().check(CODE, z.regex(/^\d{1,7}(\.\d{1,3})?$/)), z.pipe(z.transform(Number), milesNumber)),
  ],
  UNIT_RULES.miles,
)

/** An identifier that is written on a unit: letters and digits, with spaces and `./#-` between them. */
const markField = (most: number) =>
  z
    .string()
    .check(CODE, ...requiredUpTo(most), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./#-]*$/u, 'Enter letters and digits.'))

/** Words that paths have in the place of a unit's id. A unit with such an id could not be fetched. */
const PATH_WORDS: readonly string[] = ['identifiers', 'mini-list', 'weeks']
const notAPathWord = z.refine<string>((id) => !PATH_WORDS.includes(id), 'A unit can’t have this name.')

/** A VIN, stored without spaces and in upper case; empty for none. */
const vin = z.string().check(
  z.maxLength(40, { error: 'A VIN has 17 characters.', abort: true }),
  z.overwrite(plainVin),
  z.check((payload) => {
    const refusal = payload.value === '' ? null : vinRefusal(payload.value)
    if (refusal !== null) payload.issues.push({ code: 'custom', message: refusal, input: payload.value })
  }),
)

/** The required fields of both trucks and trailers, by their names on the wire. */
const ownFields = {
  transport_model: requiredText(80),
  year,
  color: requiredText(40),
  inspection_passed_date: unitDay,
  next_service_date: unitDay,
  gomotive_id: providerId,
  fleet_manager_name: nameField,
  fleet_manager_email: emailField,
  fleet_manager_phone: phoneField,
}
/**
 * Identifiers on a truck, and the ids by which vendors bill it. Trailers have `unit_number`, the number that people use
 * for the unit, which can change, and may have a plate.
 */
const truckFields = {
  unit_number: z
    .string()
    .check(CODE, ...requiredUpTo(MAX_UNIT_ID), z.regex(UNIT_ID, 'Enter letters and digits.'), notAPathWord),
  licence_plate: markField(20),
  transponder_id: markField(40),
  pilot_flying_j_truck: providerId,
}

const type = requiredText(40)
/** The type of a truck; may be empty. */
const typeOrNone = z.union([z.literal(''), type])

/** The id of a driver or a dispatcher, or its digits as the text that a form sends. */
const driverOrDispatcherId = z.union(
  [serverId, z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.pipe(z.transform(Number), serverId))],
  'Enter a number.',
)
/** Reads the empty text that a form sends as null. */
const orNull = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    z.nullable(schema),
  )

/** The shape with every field optional. */
function allOptional<Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape) {
  return z.partial(z.object(shape)).shape
}

/** The optional fields of both trucks and trailers. They may be empty. */
const freeFields = { vin, miles_driven: miles, registration_expire: orNull(unitDay) }

const statusDates = {
  status_date_from: statusDay,
  /** Required; null for a status without an end. */
  status_date_to: orNull(statusDay),
}

const newUnit = {
  client_id: z.optional(clientId),
  /** The permanent id of the unit in paths and changes. Default: the unit's number, or another free id. */
  id: z.optional(z.string().check(CODE, z.regex(UNIT_ID, 'Enter a valid unit id.'), notAPathWord)),
  ...ownFields,
  ...allOptional(freeFields),
  /** Default: `assigned` with a driver, otherwise `unassigned`. */
  status: z.optional(vehicleStatus),
  ...statusDates,
  /** The driver. A unit with a driver is assigned. */
  driver: z.optional(orNull(driverOrDispatcherId)),
  /** The driver's unit of this kind that the author saw. Refused when the driver has another unit now. */
  driver_had: z.optional(orNull(unitRef)),
  /** The dispatcher of a unit without a driver. A unit with a driver has the driver's dispatcher. */
  dispatcher: z.optional(orNull(driverOrDispatcherId)),
  photo: z.optional(z.nullable(fileRef)),
}
export const newTruck = z.object({ ...newUnit, ...truckFields, type: z.optional(typeOrNone) })
const trailerFields = {
  /** Default: the trailer's id. */
  unit_number: z.optional(truckFields.unit_number),
  /** Empty for none. */
  licence_plate: z.optional(z.union([z.literal(''), truckFields.licence_plate])),
}
export const newTrailer = z.object({ ...newUnit, ...trailerFields, type })
export type NewTruck = z.output<typeof newTruck>
export type NewTrailer = z.output<typeof newTrailer>

const unitChange = {
  /** The unit's own id, for clients that send back all fields. It cannot be changed. */
  id: z.optional(unitRef),
  ...allOptional(ownFields),
  ...allOptional(freeFields),
  status: z.optional(vehicleStatus),
  status_date_from: z.optional(z.nullable(statusDay)),
  status_date_to: z.optional(orNull(statusDay)),
  /** Null removes the driver. */
  driver: z.optional(orNull(driverOrDispatcherId)),
  driver_had: z.optional(orNull(unitRef)),
  /** A new upload, or a file that the unit had before; null removes the photo. */
  photo: z.optional(z.nullable(fileRef)),
}
/** A change of a unit. Absent fields stay unchanged. */
export const truckChange = z.object({ ...unitChange, ...allOptional(truckFields), type: z.optional(typeOrNone) })
export const trailerChange = z.object({ ...unitChange, ...trailerFields, type: z.optional(type) })
export type TruckChange = z.output<typeof truckChange>
export type TrailerChange = z.output<typeof trailerChange>

/** The rules of all fields of a unit. Forms check each field by them. */
export const UNIT_FIELD_RULES = { ...ownFields, ...truckFields, ...freeFields, type } as const
export type UnitFieldName = keyof typeof UNIT_FIELD_RULES
/** Whether a field may be empty for both unit kinds. */
export const mayBeEmpty = (name: UnitFieldName): boolean => name in freeFields

/**
 * The key by which identifiers are equal: without spaces and hyphens, A to Z in upper case. The server's unique indexes
 * compare identifiers in the same way.
 */
export function identifierKey(identifier: string): string {
  return identifier.replace(/[ -]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

interface UnitChangeSchemas<Row, New, Change> extends UnitEndpointParts<Row> {
  readonly creation: New
  readonly change: Change
}

/** The calls that change trucks or trailers. */
function unitChanges<const A extends UnitArea, Row extends Schema, New extends Schema, Change extends Schema>(
  area: A,
  { noun, row, creation, change, remove }: UnitChangeSchemas<Row, New, Change>,
) {
  return {
    create: endpoint({
      name: `${area}.create`,
      summary: `Create a ${noun}. An existing \`client_id\` returns its ${noun}.`,
      method: 'POST',
      path: `/api/${area}/`,
      access: edit(area),
      body: creation,
      form: { photo: PHOTO_IN_FORM },
      status: 201,
      reply: row,
    }),
    update: endpoint({
      ...unitPath(area),
      name: `${area}.update`,
      summary: `Change some fields of a ${noun}, or its driver. Merges with changes of other fields made in the meantime.`,
      method: 'PATCH',
      access: edit(area),
      body: change,
      form: { photo: PHOTO_IN_FORM },
      reply: row,
    }),
    remove: endpoint({
      ...unitPath(area),
      name: `${area}.remove`,
      summary: `Delete a ${noun} permanently. Its driver then has none, and its expenses stay in the books.`,
      method: 'DELETE',
      access: remove,
      status: 204,
      reply: null,
    }),
  }
}

export const truckChanges = unitChanges('trucks', { ...truckParts, creation: newTruck, change: truckChange })
export const trailerChanges = unitChanges('trailers', { ...trailerParts, creation: newTrailer, change: trailerChange })
