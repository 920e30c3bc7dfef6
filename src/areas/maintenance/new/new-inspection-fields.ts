import * as z from 'zod/mini'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { defectTitle, urgencyTitle } from '#contract/maintenance/maintenance-choices.ts'
import { inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import { valueWords } from '#src/format/value-words.ts'
import type { Field, FieldKind } from '#src/offline/command.ts'
import { textField } from '#src/record/field-kinds.ts'
import { describeFields, type RecordFields } from '#src/record/field-list.ts'
import { NONE, nameWords } from '../inspection-words.ts'
import { typedCost } from './cost-text.ts'
import { type NewInspectionInput, newInspectionInput } from './new-inspection.ts'

type NewField = Field<NewInspectionInput>
const isNew = { was: undefined, without: () => null }
const { transport: unit, fleet_manager: manager } = newInspectionInput.shape

/** Loaded when the Outbox opens a choice: commands themselves are loaded before the first screen. */
const loadChoices = () => import('../load-inspection-choices.ts')
const FIXED: FieldKind = { is: 'unchangeable' }

function transportField(input: NewInspectionInput): NewField {
  return {
    ...isNew,
    names: ['transport'],
    title: inspectionRecord.fields.transport.title,
    as: { is: 'pick', choices: async () => (await loadChoices()).loadTransportChoices(input.transport) },
    yours: input.transport,
    words: (value) => unit.safeParse(value).data?.title ?? NONE,
    // The latest report of the former unit has nothing to do with the new unit.
    with: (value) => ({ ...input, transport: unit.safeParse(value).data ?? input.transport, supersedes: null }),
  }
}

function managerField(input: NewInspectionInput): NewField {
  return {
    ...isNew,
    names: ['fleet_manager'],
    title: inspectionRecord.fields.fleet_manager.title,
    as: { is: 'pick', choices: async () => (await loadChoices()).loadManagerChoices(input.fleet_manager) },
    yours: input.fleet_manager,
    words: nameWords,
    with: (value) => ({ ...input, fleet_manager: manager.safeParse(value).data ?? input.fleet_manager }),
  }
}

const { service_type, total_cost, due_date, due_mileage, note } = inspectionRecord.fields

/** The fields of a new report that can be retyped in the Outbox, in the order of the form. */
const TYPED_FIELDS = {
  service_type,
  career: textField('Shop or carrier'),
  total_cost: { ...total_cost, typed: typedCost },
  due_date,
  due_mileage: { ...due_mileage, typed: typedCost },
  note: { ...note, words: (value: unknown) => valueWords(value === '' ? null : value) },
} satisfies RecordFields<Inspection>

/** Defects and files, shown only. To change them, the user must create the report again. */
function fixedFields(input: NewInspectionInput): readonly NewField[] {
  const fixedField = (name: 'defects' | 'files', title: string, yours: readonly string[]): NewField => ({
    ...isNew,
    names: [name],
    title,
    as: FIXED,
    yours,
    words: valueWords,
    with: () => input,
  })
  const defects = input.defects.map(({ defect_type, urgency, description }) =>
    [`${defectTitle(defect_type)} (${urgencyTitle(urgency)})`, description].filter(Boolean).join(': '),
  )
  const files = input.files.map(({ name }) => name)
  return [
    ...(defects.length > 0 ? [fixedField('defects', 'Defects', defects)] : []),
    ...(files.length > 0 ? [fixedField('files', 'Attachments', files)] : []),
  ]
}

/**
 * The fields that describe a new report in the Outbox. Most can be corrected there after the server refused the report.
 */
export function newInspectionFields(input: NewInspectionInput): readonly NewField[] {
  const names = Object.keys(TYPED_FIELDS).filter((name) => name !== 'due_mileage' || input.due_mileage !== null)
  const typed = describeFields<Inspection, NewInspectionInput>(TYPED_FIELDS, {
    was: null,
    to: Object.fromEntries(names.map((name) => [name, input[name as keyof typeof TYPED_FIELDS]])),
    // A value that the schema rejects leaves the report unchanged.
    with: (to) => z.safeParse(newInspectionInput, { ...input, ...to }).data ?? input,
    without: () => null,
  })
  return [transportField(input), managerField(input), ...typed, ...fixedFields(input)]
}
