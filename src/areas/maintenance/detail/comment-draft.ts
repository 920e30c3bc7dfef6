import * as z from 'zod/mini'
import { edit } from '#contract/wire/access.ts'
import { unitWords } from '#src/areas/maintenance/changes/seen-inspection.ts'
import { seenOnDraft } from '#src/areas/maintenance/changes/seen-upgrades.ts'
import type { DraftKind } from '#src/offline/drafts/draft-book.ts'

const commentTyped = z.object({ was: seenOnDraft, text: z.string() })
export type CommentTyped = z.output<typeof commentTyped>

/** Comments that are typed and not saved. */
export const COMMENT_DRAFT: DraftKind<CommentTyped> = {
  name: 'maintenance.comment',
  version: 1,
  access: edit('maintenance'),
  schema: commentTyped,
  words: ({ was, text }) => ({ record: `an inspection of ${unitWords(was.transport)}`, text }),
}
