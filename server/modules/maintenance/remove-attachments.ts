import type { RecordRef } from '#contract/wire/record.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { logLinkedChange } from '#server/records/linked-record.ts'
import { deleteAttachments } from './attachment-repository.ts'

/** Removes attachments from their inspections and returns their number. The file sweep deletes the bytes later. */
export async function removeAttachments({ sql, author }: ChangeRequest, refs: readonly RecordRef[]): Promise<number> {
  const removedAttachments = await deleteAttachments(sql, refs)
  for (const [id, names] of Map.groupBy(removedAttachments, ({ inspection }) => inspection)) {
    const changes = [{ field: 'attachments', from: names.map(({ name }) => name).join(', '), to: null }]
    await logLinkedChange(sql, { area: 'maintenance', id, author, changes })
  }
  return removedAttachments.length
}
