import * as z from 'zod/mini'
import {
  type TrailerChange,
  type TruckChange,
  UNIT_FIELD_RULES,
  type UnitFieldName,
} from '#contract/units/unit-changes.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { numberOf, refOf, unitKind } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { isoDate } from '#contract/wire/record.ts'
import { exactMiles } from '#src/format/numbers.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'
import type { FieldKind } from '#src/offline/command.ts'
import { appRecord } from '#src/record/app-record.ts'
import { typedText } from '#src/record/field-kinds.ts'
import type { FieldsOf, PatchOf, RecordField } from '#src/record/field-list.ts'
import { formOfRecord } from '#src/record/form-values.ts'
import { typeChoices, typeTitle } from '../unit-words.ts'
import { NO_VERSION_YET, recordWords, seenUnit } from './seen-unit.ts'

/** A form's value as the wire has it: trimmed, digits as a number. What keeps no rule stays as it was typed. */
const toChange = (held: unknown, name: string) => UNIT_FIELD_RULES[name as UnitFieldName].safeParse(held).data ?? held

const text = (title: string) =>
  ({
    title,
    form: z.string(),
    toChange,
    value: z.string(),
    as: { is: 'text' },
    words: valueWords,
    // No change takes a unit's value away.
    back: (before) => (typeof before === 'string' ? before : undefined),
  }) as const satisfies RecordField<Unit, string>

const day = (title: string) => ({ ...text(title), value: isoDate, as: { is: 'date' }, words: dayWords }) as const

const isNumeral = (value: unknown): value is string => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)

const number = (title: string) =>
  ({
    title,
    form: z.union([z.number(), z.string()]),
    toChange,
    // A text as it was typed: the server has rules for it, which what waits must outlive.
    value: z.union([z.number(), z.string()]),
    as: { is: 'text' },
    words: valueWords,
    inRow: (value) => (isNumeral(value) ? Number(value) : typeof value === 'number' ? value : undefined),
    typed: (held) => (typeof held === 'number' ? held : isNumeral(held) ? Number(held) : typedText(held)),
    back: (before) => (typeof before === 'number' ? before : undefined),
  }) as const satisfies RecordField<Unit, number | string>

/** A field that may be empty: a change has an empty text for none, and rows have null. */
const emptied = {
  inRow: (value: unknown) => (value === '' ? null : value),
  typed: typedText,
  back: (before: unknown) => String(before ?? ''),
}

/** The types that a unit of a kind can have; `present` is its own. */
export function typeKind(sort: UnitKind, present: string | null): FieldKind {
  const none = sort === 'truck' ? [{ value: '', title: 'None' }] : []
  return { is: 'choice', of: [...none, ...typeChoices(sort, present)] }
}

const within = 'extra_info'

/** How a unit stands, who drives it, and its photo. An id stays: the server takes it to refuse another. */
type OfOtherCommands = 'status' | 'status_date_from' | 'status_date_to' | 'driver' | 'driver_had' | 'photo' | 'id'

/** A truck or a trailer: what it is, what is written on it, whose care it is in. */
export const unitRecord = appRecord({
  kind: unitKind,
  seen: seenUnit,
  title: recordWords,
  isUnsent: ({ version }: Unit) => version === NO_VERSION_YET,
  refOf,
  refreshes: [
    ...[['trucks'], ['trailers'], ['drivers'], ['schedule'], ['transport'], ['attention']],
    ['dashboard', 'company'],
  ],
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
      read: (unit) => (unit.kind === 'truck' ? unit.extra_info.unit_number : numberOf(unit)),
    },
    licence_plate: { ...text('License plate'), within },
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
/** What a change gives a unit; no unit loses what it has but what may be empty. */
export type UnitPatch = PatchOf<typeof unitRecord.fields>

/** The form of a unit. The fields of the other kind stay empty. */
export const unitForm = formOfRecord(unitRecord)

const OF_TRUCKS: ReadonlySet<UnitField> = new Set(['licence_plate', 'transponder_id', 'pilot_flying_j_truck'])

/** The fields that units of a kind have, in the order in which they are told. */
export const fieldsOf = (sort: UnitKind): readonly UnitField[] =>
  (Object.keys(unitRecord.fields) as UnitField[]).filter((name) => sort === 'truck' || !OF_TRUCKS.has(name))
