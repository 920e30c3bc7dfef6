import * as z from 'zod/mini'
import { type Inspection, inspectionTransport } from '#contract/maintenance/inspections.ts'
import {
  CHECKS,
  defectType,
  reportType,
  serviceTitle,
  serviceType,
  urgency,
} from '#contract/maintenance/maintenance-choices.ts'
import { kindTitle } from '#contract/units/unit-choices.ts'
import { unitNumberOf } from '#contract/units/unit-names.ts'
import { edit } from '#contract/wire/access.ts'
import { clientId, serverId } from '#contract/wire/record.ts'
import { unitWords } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { draftedAttachments } from '#src/form/attachments/new-attachment.ts'
import { countOf } from '#src/format/numbers.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import type { InspectionValues, TypedFiles } from './new-inspection-values.ts'

/** "Unfinished inspection · Truck 1022". */
const unfinishedWords = ({ kind, ...unit }: Inspection['transport']) =>
  `Unfinished inspection · ${kindTitle(kind)} ${unitNumberOf(unit)}`

const none = z.literal('')
const text = z.string()

/** The contents of the form fields. */
const values: z.ZodMiniType<InspectionValues> = z.object({
  transport: z.nullable(z.extend(inspectionTransport, { id: text })),
  fleet_manager: z.nullable(z.object({ id: serverId, first_name: text, last_name: text })),
  service_type: z.union([serviceType, none]),
  report_type: z.union([reportType, none]),
  career: text,
  total_cost: text,
  due_date: text,
  due_mileage: z.union([z.number(), text]),
  defects: z.array(
    z.object({
      client_id: clientId,
      defect_type: z.union([defectType, none]),
      urgency,
      description: text,
      isOfChecklist: z.boolean(),
    }),
  ),
  found: z.partialRecord(defectType, z.enum(CHECKS)),
  note: text,
  approved: z.boolean(),
  approved_at: text,
})
const files: z.ZodMiniType<TypedFiles> = z.record(text, draftedAttachments)

/** form: the form with all fields · unit: the same, opened for a unit · walk: the walk-around. */
export const FORM_VARIANTS = ['form', 'unit', 'walk'] as const
export type FormVariant = (typeof FORM_VARIANTS)[number]

const newInspectionTyped = z.object({
  entry: z.enum(FORM_VARIANTS),
  values,
  files,
  /** When the user last touched the form, in milliseconds since 1970. Missing in drafts of older versions. */
  touchedAt: z.optional(z.number()),
})
export type NewInspectionTyped = z.output<typeof newInspectionTyped>

/** The draft key of a form. Each unit has a form and a walk-around of its own. */
export function newInspectionKey(entry: FormVariant, unit: Pick<Inspection['transport'], 'id'> | null): string {
  return entry === 'form' || unit === null ? entry : `${entry}/${unit.id}`
}

const isBlank = ({ note, defects }: InspectionValues) =>
  note.trim() === '' && defects.every(({ description }) => description.trim() === '')

/** Drafts of new reports that are not saved yet, with their files. */
export const NEW_INSPECTION_DRAFT: DraftKind<NewInspectionTyped> = {
  name: 'maintenance.new',
  version: 1,
  access: edit('maintenance'),
  schema: newInspectionTyped,
  // Older versions stored all walk-arounds under one key.
  keyOf: ({ entry, values: { transport } }) => newInspectionKey(entry, transport),
  words: ({ entry, values: typed, files: some }) => {
    const { transport, service_type, note } = typed
    const count = Object.values(some).flat().length
    const parts = [service_type && serviceTitle(service_type), note, count > 0 && countOf(count, 'attachment')].filter(
      Boolean,
    )
    return {
      record: transport === null ? 'a new inspection' : `a new inspection of ${unitWords(transport)}`,
      text: parts.join(' · ') || 'New inspection',
      ...(entry === 'walk' && transport !== null && isBlank(typed) && { title: unfinishedWords(transport) }),
    }
  },
}
