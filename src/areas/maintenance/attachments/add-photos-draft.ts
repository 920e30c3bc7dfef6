import * as z from 'zod/mini'
import { defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { edit } from '#contract/wire/access.ts'
import { localDefect, seenInspection, unitWords } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { draftedAttachments } from '#src/form/attachments/new-attachment.ts'
import { countOf } from '#src/format/numbers.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'

const photosTyped = z.object({ was: seenInspection, defect: localDefect, photos: draftedAttachments })
type PhotosTyped = z.output<typeof photosTyped>

/** Drafts of photos that are added to a defect of a report. */
export const PHOTOS_DRAFT: DraftKind<PhotosTyped> = {
  name: 'maintenance.defectPhotos',
  version: 1,
  access: edit('maintenance'),
  schema: photosTyped,
  words: ({ was, defect, photos }) => ({
    record: `an inspection of ${unitWords(was.transport)}`,
    text: `${defectTitle(defect.defect_type)}: ${countOf(photos.length, 'photo')}`,
  }),
}
