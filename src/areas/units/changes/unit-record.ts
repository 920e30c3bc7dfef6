import * as z from 'zod/mini'
import {
  type TrailerChange,
  type TruckChange,
  UNIT_FIELD_RULES,
  type UnitFieldName,
} from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { unitKind, unitNumberOf, unitRefOf } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { isoDate } from '#contract/wire/record.ts'
import { exactMiles } from '#src/format/numbers.ts'
import { dayValueWords, valueWords } from '#src/format/value-words.ts'
import type { FieldKind } from '#src/offline/command.ts'
import { appRecord } from '#src/record/app-record.ts'
import { typedText } from '#src/record/field-kinds.ts'
import type { FieldsOf, PatchOf, RecordField } from '#src/record/field-list.ts'
import { formOfRecord } from '#src/record/form-values.ts'
import { typeChoices, typeTitle } from '../unit-words.ts'
import { NO_VERSION_YET, recordWords, seenUnit } from './seen-unit.ts'

/** Converts a form's value to the wire's form: trimmed, digits as a number. An invalid value stays as typed. */
const toChange = (value: unknown, name: string) =>
  UNIT_FIELD_RULES[name as UnitFieldName].safeParse(value).data ?? value

const text = (title: string) =>
  ({
    title,
    form: z.string(),
    toChange,
    value: z.string(),
    as: { is: 'text' },
    words: valueWords,
    // A change can't clear this value.
    back: (before) => (typeof before === 'string' ? before : undefined),
  }) as const satisfies RecordField<Unit, string>

const day = (title: string) => ({ ...text(title), value: isoDate, as: { is: 'date' }, words: dayValueWords }) as const

const isNumeral = (value: unknown): value is string => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)

const number = (title: string) =>
  ({
    title,
    form: z.union([z.number(), z.string()]),
    toChange,
    // Text as typed: the server checks it by rules that may change while the change waits.
    value: z.union([z.number(), z.string()]),
    as: { is: 'text' },
    words: valueWords,
    inRow: (value) => (isNumeral(value) ? Number(value) : typeof value === 'number' ? value : undefined),
    typed: (value) => (typeof value === 'number' ? value : isNumeral(value) ? Number(value) : typedText(value)),
    back: (before) => (typeof before === 'number' ? before : undefined),
  }) as const satisfies RecordField<Unit, number | string>

/** A field that may be empty: changes have an empty text, rows have null. */
const emptied = {
  inRow: (value: unknown) => (value === '' ? null : value),
  typed: typedText,
  back: (before: unknown) => String(before ?? ''),
}

/** The types of a unit kind as choices. `present` is the unit's current type. */
export function typeKind(kind: UnitKind, present: string | null): FieldKind {
  const none = kind === 'truck' ? [{ value: '', title: 'None' }] : []
  return { is: 'choice', of: [...none, ...typeChoices(kind, present)] }
}

const within = 'extra_info'

/** The fields that other commands change: assignment and photo. The id never changes; the server only compares it. */
type OfOtherCommands = 'status' | 'status_date_from' | 'status_date_to' | 'driver' | 'driver_had' | 'photo' | 'id'

/** A truck or a trailer with the fields of its form: vehicle data, identifiers, fleet manager. */
export const unitRecord = appRecord({
  kind: unitKind,
  seen: seenUnit,
  title: recordWords,
  isUnsent: ({ version }: Unit) => version === NO_VERSION_YET,
  refOf: unitRefOf,
  fields: {
    vin: { ...text('VIN'), ...emptied },
    transport_model: text('Model'),
    year: number('Year'),
    color: text('Color'),
    type: {
      ...text('Type'),
      ...emptied,
      as: (was) => (was === null ? { is: 'text' } : typeKind(was.kind, was.type)),
      words: (value) => (typeof value === 'string' && value !== '' ? typeTitle(value) : 'None'),
      back: (before, { kind }) => (kind === 'trailer' && before === null ? undefined : String(before ?? '')),
    },
    unit_number: {
      ...text('Unit number'),
      within,
      read: (unit) => (unit.kind === 'truck' ? unit.extra_info.unit_number : unitNumberOf(unit)),
    },
    licence_plate: {
      ...text('License plate'),
      ...emptied,
      within,
      back: (before, { kind }) => (kind === 'truck' && before === null ? undefined : String(before ?? '')),
    },
    transponder_id: { ...text('Transponder ID'), within },
    pilot_flying_j_truck: { ...number('Fuel network ID'), within },
    gomotive_id: number('GoMotive ID'),
    miles_driven: {
      ...number('Miles driven'),
      words: (value) => (typeof value === 'number' ? exactMiles(value) : valueWords(value)),
    },
    inspection_passed_date: day('Inspection passed'),
    next_service_date: day('Next service'),
    registration_expire: { ...day('Registration expires'), ...emptied, value: z.union([isoDate, z.literal('')]) },
    fleet_manager_name: { ...text('Fleet manager’s name'), within },
    fleet_manager_phone: { ...text('Fleet manager’s phone'), within },
    fleet_manager_email: { ...text('Fleet manager’s email'), within },
  } satisfies FieldsOf<Unit, TruckChange & TrailerChange, OfOtherCommands>,
})
export type UnitField = keyof typeof unitRecord.fields
/** The changed fields of a unit. Only optional fields can be cleared. */
export type UnitPatch = PatchOf<typeof unitRecord.fields>

/** The form of a unit. The fields of the other kind stay empty. */
export const unitForm = formOfRecord(unitRecord)

const OF_TRUCKS: ReadonlySet<UnitField> = new Set(['transponder_id', 'pilot_flying_j_truck'])

/** The fields of a unit kind, in the order in which they are described. */
export const fieldsOf = (kind: UnitKind): readonly UnitField[] =>
  (Object.keys(unitRecord.fields) as UnitField[]).filter((name) => kind === 'truck' || !OF_TRUCKS.has(name))
