import * as z from 'zod/mini'
import { inspectionTab } from '#contract/maintenance/inspection-lists.ts'
import { serviceType } from '#contract/maintenance/maintenance-choices.ts'
import { edit } from '#contract/wire/access.ts'
import { serverId } from '#contract/wire/record.ts'
import { localTransport, seenInspection, unitWords } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { draftedAttachments } from '#src/form/attachments/new-attachment.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'
import type { EditValues } from './edit-inspection.ts'

const number = z.union([z.number(), z.string()])
const values: z.ZodMiniType<EditValues> = z.object({
  transport: z.nullable(localTransport),
  service_type: serviceType,
  due_date: z.string(),
  due_mileage: number,
  total_cost: number,
  fleet_manager: z.nullable(z.object({ id: serverId, first_name: z.string(), last_name: z.string() })),
  note: z.string(),
})

const editTyped = z.object({
  was: seenInspection,
  tab: inspectionTab,
  values,
  attachments: draftedAttachments,
  removed: z.array(z.int()),
})
export type EditTyped = z.output<typeof editTyped>

/** Drafts of unsaved changes to inspections. `was` is the inspection when typing began. */
export const EDIT_DRAFT: DraftKind<EditTyped> = {
  name: 'maintenance.edit',
  version: 1,
  access: edit('maintenance'),
  schema: editTyped,
  words: ({ was, values: { note } }) => ({
    record: `an inspection of ${unitWords(was.transport)}`,
    text: note || was.service_type_display,
  }),
}
