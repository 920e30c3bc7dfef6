import type { RecordRef } from '#contract/wire/record.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'
import { noteLinkedChange } from '#server/records/linked-record.ts'
import { deleteAttachments } from './attachment-repository.ts'

/** Takes attachments off their inspections; answers how many there were. Their bytes go when files are swept. */
export async function removeAttachments({ sql, author }: ChangeRequest, refs: readonly RecordRef[]): Promise<number> {
  const gone = await deleteAttachments(sql, refs)
  for (const [id, names] of Map.groupBy(gone, ({ inspection }) => inspection)) {
    const changes = [{ field: 'attachments', from: names.map(({ name }) => name).join(', '), to: null }]
    await noteLinkedChange(sql, { area: 'maintenance', id, author, changes })
  }
  return gone.length
}
