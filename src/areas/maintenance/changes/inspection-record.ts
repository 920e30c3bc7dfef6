import * as z from 'zod/mini'
import type { InspectionChange } from '#contract/maintenance/inspection-changes.ts'
import { type Inspection, recordRefOf } from '#contract/maintenance/inspections.ts'
import { SERVICE_TYPES, serviceType } from '#contract/maintenance/maintenance-choices.ts'
import { isoDate, serverId } from '#contract/wire/record.ts'
import { dayValueWords, valueWords } from '#src/format/value-words.ts'
import { appRecord } from '#src/record/app-record.ts'
import { typedText } from '#src/record/field-kinds.ts'
import type { FieldsOf, PatchOf } from '#src/record/field-list.ts'
import { inspectionRows } from '../inspection-rows.ts'
import { costWords, milesWords, nameWords, serviceWords } from '../inspection-words.ts'
import { localTransport, reportWords, seenInspection } from './seen-inspection.ts'

/** A unit's title. A conflict reports only the id: the title then comes from a unit in `known`, if one has that id. */
function transportWords(value: unknown, known: readonly unknown[] = []): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  const namedUnit = [value, ...known].find((one) => hasTitle(one) && one.id === id)
  return hasTitle(namedUnit) ? namedUnit.title : valueWords(id)
}
const hasTitle = (value: unknown): value is { readonly id: unknown; readonly title: string } =>
  typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string'

const hasId = (value: unknown): value is { readonly id: unknown } =>
  typeof value === 'object' && value !== null && 'id' in value

/**
 * A fleet manager's name. A conflict reports only the id: the name then comes from `known`, if a manager has that id.
 */
function managerWords(value: unknown, known: readonly unknown[] = []): string {
  if (typeof value !== 'number') return nameWords(value)
  const namedManager = known.find((one) => hasId(one) && one.id === value)
  return namedManager === undefined ? `User ${value}` : nameWords(namedManager)
}

/** Loaded when the Outbox opens a choice: commands themselves are loaded before the first screen. */
const loadChoices = () => import('../load-inspection-choices.ts')

/**
 * A number field that also accepts the text typed in its place. The server judges the text: entries in the outbox must
 * stay readable when the server's rules change.
 */
const numberField = (title: string, words: (value: unknown) => string) =>
  ({
    title,
    value: z.union([z.number(), z.string()]),
    as: { is: 'text' },
    words,
    inRow: (value: unknown) => (Number.isFinite(Number(value)) ? Number(value) : undefined),
    typed: (value: unknown) => {
      if (typeof value === 'number') return value
      const text = typedText(value)
      return /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
    },
  }) as const
const mileage = numberField('Due mileage', milesWords)

/** Approval, review and files: other commands change these. */
type FieldsOfOtherCommands = 'approved_by' | 'approved_date' | 'approved_at' | 'reviewed_by' | 'reviewed_at' | 'files'

/** The report fields that the edit form can change. */
export const inspectionRecord = appRecord({
  kind: inspectionRows,
  seen: seenInspection,
  title: (row: Inspection) => reportWords(row),
  refOf: recordRefOf,
  fields: {
    /** The whole unit, with every field that is shown. */
    transport: {
      title: 'Vehicle or asset',
      value: localTransport,
      as: (was) => ({
        is: 'pick',
        choices: async () => (await loadChoices()).loadTransportChoices(was?.transport ?? null),
      }),
      words: transportWords,
      wordsIn: (value, { was, to }) => transportWords(value, [was.transport, to.transport]),
      // Undo leaves the unit out if that unit was deleted: no report can be moved to a deleted unit.
      back: (before, { transport }) => (transport.is_deleted ? undefined : (before as Inspection['transport'])),
    },
    service_type: {
      title: 'Service type',
      value: serviceType,
      as: { is: 'choice', of: SERVICE_TYPES.map(([value, title]) => ({ value, title })) },
      words: serviceWords,
    },
    due_date: {
      title: 'Due date',
      value: z.nullable(isoDate),
      as: { is: 'date' },
      words: dayValueWords,
      typed: (value) => (value === '' ? null : (value as string | null)),
    },
    due_mileage: {
      ...mileage,
      value: z.nullable(mileage.value),
      inRow: (value) => (value === null ? null : mileage.inRow(value)),
      typed: (value) => (value === null ? null : mileage.typed(value)),
    },
    total_cost: numberField('Total cost', costWords),
    fleet_manager: {
      title: 'Fleet manager',
      value: z.object({ id: serverId, first_name: z.string(), last_name: z.string() }),
      as: (was) => ({
        is: 'pick',
        choices: async () => (await loadChoices()).loadManagerChoices(was?.fleet_manager ?? null),
      }),
      words: managerWords,
      wordsIn: (value, { was, to }) => managerWords(value, [was.fleet_manager, to.fleet_manager]),
      // A change can't clear the fleet manager, so undo leaves the field out if there was none before.
      back: (_, { fleet_manager }) => fleet_manager ?? undefined,
    },
    note: { title: 'Comment', value: z.string(), as: { is: 'text' }, words: valueWords },
  } satisfies FieldsOf<Inspection, InspectionChange, FieldsOfOtherCommands>,
})
/** The new values of an inspection's fields. An absent field stays unchanged. */
export type InspectionPatch = PatchOf<typeof inspectionRecord.fields>
