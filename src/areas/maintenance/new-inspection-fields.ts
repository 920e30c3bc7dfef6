import * as z from 'zod/mini'
import { defectTitle, SERVICE_TYPES, urgencyTitle } from '#contract/maintenance-choices.ts'
import { dayWords, valueWords } from '#src/format/value-words.ts'
import type { Field, FieldKind } from '#src/offline/command.ts'
import { typedCost } from './cost-text.ts'
import { costWords, milesWords, NONE, nameWords, serviceWords } from './inspection-words.ts'
import { type NewInspectionInput, newInspectionInput } from './new-inspection.ts'

type NewField = Field<NewInspectionInput>
const isNew = { was: undefined, without: () => null }
const { transport: unit, fleet_manager: manager } = newInspectionInput.shape

/** Loaded when somebody chooses: changes themselves stand before the first screen. */
const loadChoices = () => import('./load-inspection-choices.ts')
const SERVICES: FieldKind = { is: 'choice', of: SERVICE_TYPES.map(([value, title]) => ({ value, title })) }
const FIXED: FieldKind = { is: 'unchangeable' }

function transportField(input: NewInspectionInput): NewField {
  return {
    ...isNew,
    names: ['transport'],
    title: 'Vehicle or asset',
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
    title: 'Fleet manager',
    as: { is: 'pick', choices: async () => (await loadChoices()).loadManagerChoices(input.fleet_manager) },
    yours: input.fleet_manager,
    words: nameWords,
    with: (value) => ({ ...input, fleet_manager: manager.safeParse(value).data ?? input.fleet_manager }),
  }
}

interface Said {
  readonly name: 'service_type' | 'career' | 'total_cost' | 'due_date' | 'due_mileage' | 'note'
  readonly title: string
  readonly as: FieldKind
  readonly words: (value: unknown) => string
  /** What was typed anew in the Outbox, as the change says it. */
  readonly typed: (value: unknown) => unknown
}
const same = (value: unknown) => value
const text: FieldKind = { is: 'text' }
const noteWords = (value: unknown) => valueWords(value === '' ? null : value)

const SAID: readonly Said[] = [
  { name: 'service_type', title: 'Service type', as: SERVICES, words: serviceWords, typed: same },
  { name: 'career', title: 'Career', as: text, words: valueWords, typed: same },
  { name: 'total_cost', title: 'Total cost', as: text, words: costWords, typed: typedCost },
  { name: 'due_date', title: 'Due date', as: { is: 'date' }, words: dayWords, typed: (value) => value || null },
  { name: 'due_mileage', title: 'Due mileage', as: text, words: milesWords, typed: typedCost },
  { name: 'note', title: 'Comment', as: text, words: noteWords, typed: same },
]

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
  const said = SAID.filter(({ name }) => name !== 'due_mileage' || input.due_mileage !== null).map(
    ({ name, title, as, words, typed }): NewField => ({
      ...isNew,
      names: [name],
      title,
      as,
      yours: input[name],
      words,
      with: (value) => withTyped(input, name, typed(value)),
    }),
  )
  return [transportField(input), managerField(input), ...said, ...foundFields(input)]
}

/** The report with another value; what can't stand there leaves it as it was. */
function withTyped(input: NewInspectionInput, name: Said['name'], value: unknown): NewInspectionInput {
  return z.safeParse(newInspectionInput, { ...input, [name]: value }).data ?? input
}
