import * as z from 'zod/mini'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import { defectTitle, urgencyTitle } from '#contract/maintenance/maintenance-choices.ts'
import { inspectionRecord } from '#src/areas/maintenance/changes/inspection-record.ts'
import { valueWords } from '#src/format/value-words.ts'
import type { Field, FieldKind } from '#src/offline/command.ts'
import { textField } from '#src/record/field-kinds.ts'
import { type RecordFields, toldFields } from '#src/record/field-list.ts'
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
    // What was the last report of the one unit says nothing of the other.
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

/** The fields of a new report that can be typed again, in the order of its form. */
const TYPED = {
  service_type,
  career: textField('Career'),
  total_cost: { ...total_cost, typed: typedCost },
  due_date,
  due_mileage: { ...due_mileage, typed: typedCost },
  note: { ...note, words: (value: unknown) => valueWords(value === '' ? null : value) },
} satisfies RecordFields<Inspection>

/** What was found and what goes along is as it was seen: it is told here, and changed where the report is made anew. */
function foundFields(input: NewInspectionInput): readonly NewField[] {
  const told = (name: 'defects' | 'files', title: string, yours: readonly string[]): NewField => ({
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
    ...(defects.length > 0 ? [told('defects', 'Defects', defects)] : []),
    ...(files.length > 0 ? [told('files', 'Attachments', files)] : []),
  ]
}

/** What a new report is told by, and what can be mended of one that was refused. */
export function newInspectionFields(input: NewInspectionInput): readonly NewField[] {
  const said = Object.keys(TYPED).filter((name) => name !== 'due_mileage' || input.due_mileage !== null)
  const typed = toldFields<Inspection, NewInspectionInput>(TYPED, {
    was: null,
    to: Object.fromEntries(said.map((name) => [name, input[name as keyof typeof TYPED]])),
    // What can't stand there leaves the report as it was.
    with: (to) => z.safeParse(newInspectionInput, { ...input, ...to }).data ?? input,
    without: () => null,
  })
  return [transportField(input), managerField(input), ...typed, ...foundFields(input)]
}
