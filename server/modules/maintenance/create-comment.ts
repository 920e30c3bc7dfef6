import type { NewComment } from '#contract/maintenance/inspection-changes.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { invalid } from '#server/base/problem.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { findCreated } from '#server/records/client-id-lookup.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import { findCommentByClientId, insertComment } from './comment-repository.ts'
import { getInspectionId, plausibleInstant } from './inspection-service.ts'

/** A comment as JSON. `isNew` is false when the device has sent the comment before. */
export interface CreatedComment {
  readonly text: string
  readonly isNew: boolean
}

/**
 * Adds a comment to an inspection and logs it as a change of the inspection. Throws 404, and 400 for a comment in the
 * name of another user.
 */
export async function createComment(
  { sql, author }: ChangeRequest,
  user: CurrentUser,
  body: NewComment,
): Promise<CreatedComment> {
  if (body.user !== user.id) throw invalid({ user: ['You can’t write for another user.'] })
  const { client_id = null, made_at } = body
  const known = await findCreated(sql, client_id, {
    find: (name) => findCommentByClientId(sql, name),
    // A comment is only deleted with its inspection, and `getInspectionId` below reports that.
    refusal: async () => null,
    answer: async (text) => ({ text }),
  })
  if (known) return known
  const inspection = await getInspectionId(sql, body.inspection)
  const received_at = author.now.toISOString()
  const created_at = plausibleInstant(made_at ?? received_at, author.now).toISOString()
  const text = await insertComment(sql, {
    client_id,
    inspection,
    user: user.id,
    text: body.text,
    created_at,
    received_at,
  })
  await logLinkedChange(sql, {
    area: 'maintenance',
    id: inspection,
    author,
    changes: [{ field: 'comments', from: null, to: body.text }],
  })
  return { text, isNew: true }
}
