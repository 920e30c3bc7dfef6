import * as z from 'zod/mini'
import { fileRef } from '#contract/files/files.ts'
import { PHOTO_IN_FORM } from '#contract/files/pictures.ts'
import { CODE } from '#contract/text/plain-text.ts'
import {
  emailField,
  FIELD_RULES,
  nameField,
  phoneField,
  providerId,
  requiredText,
  said,
} from '#contract/text/typed-fields.ts'
import { edit } from '#contract/wire/access.ts'
import { statusDay, unitDay } from '#contract/wire/days.ts'
import { endpoint, type Schema } from '#contract/wire/endpoint.ts'
import { clientId, serverId } from '#contract/wire/record.ts'
import { vehicleStatus } from './unit-choices.ts'
import { MAX_UNIT_ID, UNIT_ID, unitRef } from './unit-names.ts'
import { onUnit, trailerParts, truckParts, type UnitArea, type UnitParts } from './units.ts'
import { plainVin, vinRefusal } from './vin.ts'

/** What is said of an input, on both sides. */
export const UNIT_RULES = {
  required: FIELD_RULES.required,
  number: FIELD_RULES.number,
  year: 'Enter a year from 1920 to the next one.',
  miles: 'Enter miles, with three decimals at most.',
  unit_number: 'Another unit has this number.',
  licence_plate: 'Another truck has this license plate.',
  transponder_id: 'Another truck has this transponder.',
  vin: 'Another unit has this VIN.',
  gomotive_id: 'Another unit has this GoMotive ID.',
  pilot_flying_j_truck: 'Another truck has this fuel network ID.',
  id: 'Another unit has this id.',
  ownId: 'The id of a unit stays as it is: send a new number as unit_number.',
  range: 'The status needs its dates: from which day, and to which.',
} as const

const FIRST_YEAR = 1920
/** A model year is at most one ahead of the calendar. Both sides judge by their own clock, so one more is let pass here. */
const LAST_YEAR = 2100

const anYear = z.int(UNIT_RULES.year).check(z.gte(FIRST_YEAR, UNIT_RULES.year), z.lte(LAST_YEAR, UNIT_RULES.year))
/** Forms send what is typed: digits are a number too. */
const year = z.union(
  [anYear, z.pipe(z.string().check(CODE, z.regex(/^\d{4}$/, UNIT_RULES.year)), z.pipe(z.transform(Number), anYear))],
  UNIT_RULES.year,
)

const MAX_MILES = 9_999_999
const someMiles = z.number(UNIT_RULES.miles).check(
  z.gte(0, UNIT_RULES.miles),
  z.lte(MAX_MILES, UNIT_RULES.miles),
  z.refine((miles) => Math.abs(miles * 1000 - Math.round(miles * 1000)) < 1e-4, UNIT_RULES.miles),
)
const miles = z.union(
  [someMiles, z.pipe(z.string().check(CODE, z.regex(/^\d{1,7}(\.\d{1,3})?$/)), z.pipe(z.transform(Number), someMiles))],
  UNIT_RULES.miles,
)

/** What is written on a unit: letters, digits, and what stands between them. */
const written = (most: number) =>
  z.string().check(CODE, ...said(most), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ./#-]*$/u, 'Enter letters and digits.'))

/** Words that stand where a unit's id does in paths: a unit that is called so could not be asked for. */
const PATH_WORDS: readonly string[] = ['identifiers', 'mini-list', 'weeks']
const notAPath = z.refine<string>((id) => !PATH_WORDS.includes(id), 'No unit can be called that.')

/** Empty for none; kept without spaces and in capitals. */
const vin = z.string().check(
  z.maxLength(40, { error: 'A VIN has 17 characters.', abort: true }),
  z.overwrite(plainVin),
  z.check((given) => {
    const refusal = given.value === '' ? null : vinRefusal(given.value)
    if (refusal !== null) given.issues.push({ code: 'custom', message: refusal, input: given.value })
  }),
)

/** What is told of a truck and of a trailer alike, by the names of the wire. */
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
/** What is written on a truck, and by which others bill it. A number is what any unit is called by; it may get another one. */
const truckFields = {
  unit_number: z.string().check(CODE, ...said(MAX_UNIT_ID), z.regex(UNIT_ID, 'Enter letters and digits.'), notAPath),
  licence_plate: written(20),
  transponder_id: written(40),
  pilot_flying_j_truck: providerId,
}

const type = requiredText(40)
/** Text of a truck that may have none. */
const typeOrNone = z.union([z.literal(''), type])

/** Forms send what is typed: digits are a number too, and an empty text is none. */
const anId = z.union(
  [serverId, z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.pipe(z.transform(Number), serverId))],
  'Enter a number.',
)
const orNone = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((given: unknown) => (given === '' ? null : given)),
    z.nullable(schema),
  )

/** All fields of a shape left out or given. */
function optionals<Shape extends Readonly<Record<string, z.ZodMiniType>>>(shape: Shape) {
  return z.partial(z.object(shape)).shape
}

/** What may be said, and may be empty. */
const freeFields = { vin, miles_driven: miles, registration_expire: orNone(unitDay) }

const statusDates = {
  status_date_from: statusDay,
  /** Null for a status that holds until another does; it is to be said all the same. */
  status_date_to: orNone(statusDay),
}

const newUnit = {
  client_id: z.optional(clientId),
  /** By which it is named in paths and changes, for ever; unless given its number, or another that is free. */
  id: z.optional(z.string().check(CODE, z.regex(UNIT_ID, 'Enter a valid unit id.'), notAPath)),
  ...ownFields,
  ...optionals(freeFields),
  /** Unless said `assigned` with a driver, else `unassigned`. */
  status: z.optional(vehicleStatus),
  ...statusDates,
  /** Who drives it: then it is assigned. */
  driver: z.optional(orNone(anId)),
  /** What that driver has of the kind, as the person knew: a driver who has another one by now is refused. */
  driver_had: z.optional(orNone(unitRef)),
  /** The dispatcher of a unit without a driver. A unit with a driver has the driver's. */
  dispatcher: z.optional(orNone(anId)),
  photo: z.optional(z.nullable(fileRef)),
}
export const newTruck = z.object({ ...newUnit, ...truckFields, type: z.optional(typeOrNone) })
/** A trailer's number is its id unless it is said. */
const trailerNumber = { unit_number: z.optional(truckFields.unit_number) }
export const newTrailer = z.object({ ...newUnit, ...trailerNumber, type })
export type NewTruck = z.output<typeof newTruck>
export type NewTrailer = z.output<typeof newTrailer>

const unitChange = {
  /** The unit's own, for who sends back all that was told: no unit gets another one. */
  id: z.optional(unitRef),
  ...optionals(ownFields),
  ...optionals(freeFields),
  status: z.optional(vehicleStatus),
  status_date_from: z.optional(z.nullable(statusDay)),
  status_date_to: z.optional(orNone(statusDay)),
  /** Null: the unit has no driver any more. */
  driver: z.optional(orNone(anId)),
  driver_had: z.optional(orNone(unitRef)),
  /** A file just uploaded, or one that the unit had before; null takes the photo away. */
  photo: z.optional(z.nullable(fileRef)),
}
/** What a change may carry. Fields that are absent stay as they are. */
export const truckChange = z.object({ ...unitChange, ...optionals(truckFields), type: z.optional(typeOrNone) })
export const trailerChange = z.object({ ...unitChange, ...trailerNumber, type: z.optional(type) })
export type TruckChange = z.output<typeof truckChange>
export type TrailerChange = z.output<typeof trailerChange>

/** What must be said of a new unit by kind, and the rule of each: for a form, field by field. */
export const UNIT_FIELD_RULES = { ...ownFields, ...truckFields, ...freeFields, type } as const
export type UnitFieldName = keyof typeof UNIT_FIELD_RULES
/** Whether a form may leave a field empty, whatever the unit. */
export const mayBeEmpty = (name: UnitFieldName): boolean => name in freeFields

/**
 * Two identifiers are the same however they are spaced and whichever case A to Z are in: the server's unique indexes say so
 * too.
 */
export function identifierKey(identifier: string): string {
  return identifier.replace(/[ -]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase())
}

interface Changes<Row, New, Change> extends UnitParts<Row> {
  readonly made: New
  readonly change: Change
}

/** The changes that trucks and trailers have alike. */
function unitChanges<const A extends UnitArea, Row extends Schema, New extends Schema, Change extends Schema>(
  area: A,
  { noun, row, made, change, remove }: Changes<Row, New, Change>,
) {
  return {
    create: endpoint({
      name: `${area}.create`,
      summary: `Make a ${noun}; a \`client_id\` that exists answers the ${noun} that it names.`,
      method: 'POST',
      path: `/api/${area}/`,
      access: edit(area),
      body: made,
      form: { photo: PHOTO_IN_FORM },
      status: 201,
      reply: row,
    }),
    update: endpoint({
      ...onUnit(area),
      name: `${area}.update`,
      summary: `Change some fields of a ${noun}, or who drives it; merges with changes of other fields made meanwhile.`,
      method: 'PATCH',
      access: edit(area),
      body: change,
      form: { photo: PHOTO_IN_FORM },
      reply: row,
    }),
    remove: endpoint({
      ...onUnit(area),
      name: `${area}.remove`,
      summary: `Delete a ${noun} for good; its driver has none then, and what it cost stays in the books.`,
      method: 'DELETE',
      access: remove,
      status: 204,
      reply: null,
    }),
  }
}

export const truckChanges = unitChanges('trucks', { ...truckParts, made: newTruck, change: truckChange })
export const trailerChanges = unitChanges('trailers', { ...trailerParts, made: newTrailer, change: trailerChange })
