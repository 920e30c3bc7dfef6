import type { NewComment } from '#contract/maintenance/inspection-changes.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { invalid } from '#server/base/problem.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { findMade } from '#server/records/made-once.ts'
import { findKnownComment, insertComment } from './comment-repository.ts'
import { getInspectionId, notAfter } from './inspection-service.ts'

/** A comment as JSON; `isNew`: not one that the device has sent before. */
export interface MadeComment {
  readonly text: string
  readonly isNew: boolean
}

/** Adds a comment to an inspection, which is a change of that. Throws 404, and 400 for what somebody else shall have said. */
export async function makeComment(
  { sql, author }: ChangeRequest,
  user: CurrentUser,
  body: NewComment,
): Promise<MadeComment> {
  if (body.user !== user.id) throw invalid({ user: ['Nobody writes for somebody else.'] })
  const { client_id = null, made_at } = body
  const known = await findMade(sql, client_id, {
    find: (name) => findKnownComment(sql, name),
    // A comment goes with its inspection, which the change names too.
    refusal: async () => null,
    answer: async (text) => ({ text }),
  })
  if (known) return known
  const inspection = await getInspectionId(sql, body.inspection)
  const received_at = author.now.toISOString()
  const created_at = notAfter(made_at ?? received_at, author.now).toISOString()
  const text = await insertComment(sql, {
    client_id,
    inspection,
    user: user.id,
    text: body.text,
    created_at,
    received_at,
  })
  await noteLinkedChange(sql, {
    area: 'maintenance',
    id: inspection,
    author,
    changes: [{ field: 'comments', from: null, to: body.text }],
  })
  return { text, isNew: true }
}
