import * as z from 'zod/mini'
import { edit } from '#contract/wire/access.ts'
import { unitWords } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { draftedInspection } from '#src/areas/maintenance/changes/seen-upgrades.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'

const commentTyped = z.object({ was: draftedInspection, text: z.string() })
export type CommentTyped = z.output<typeof commentTyped>

/** Drafts of unsaved comments. */
export const COMMENT_DRAFT: DraftKind<CommentTyped> = {
  name: 'maintenance.comment',
  version: 1,
  access: edit('maintenance'),
  schema: commentTyped,
  words: ({ was, text }) => ({ record: `an inspection of ${unitWords(was.transport)}`, text }),
}
