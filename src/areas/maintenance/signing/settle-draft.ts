import * as z from 'zod/mini'
import { defectState, defectTitle, stateTitle } from '#contract/maintenance/maintenance-choices.ts'
import { edit } from '#contract/wire/access.ts'
import { localDefect, seenInspection, unitWords } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { draftedAttachments } from '#src/form/attachments/new-attachment.ts'
import { countOf } from '#src/format/numbers.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'

const settleTyped = z.object({
  was: seenInspection,
  defect: localDefect,
  to: defectState,
  values: z.object({ by: z.string(), at: z.string(), note: z.string() }),
  photos: draftedAttachments,
})
type SettleTyped = z.output<typeof settleTyped>

/** Drafts of unsaved certifications, with the photos taken after the repair. */
export const SETTLE_DRAFT: DraftKind<SettleTyped> = {
  name: 'maintenance.settle',
  version: 1,
  access: edit('maintenance'),
  schema: settleTyped,
  words: ({ was, defect, to, values: { note }, photos }) => ({
    record: `an inspection of ${unitWords(was.transport)}`,
    text: [
      `${defectTitle(defect.defect_type)}: ${stateTitle(to)}`,
      note,
      photos.length > 0 && countOf(photos.length, 'photo'),
    ]
      .filter(Boolean)
      .join(' · '),
  }),
}
