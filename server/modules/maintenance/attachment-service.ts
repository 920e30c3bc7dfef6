import { ATTACHMENT_REFUSALS, type AttachmentRef, MAX_ATTACHMENTS } from '#contract/files/attachments.ts'
import { invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type AttachmentContext, attachFile, NotAttached } from '#server/modules/files/attachment-service.ts'
import { type DatedFile, listFiles } from '#server/modules/files/file-service.ts'
import { countAttachments, findAttachedFiles, insertAttachment, isAttached } from './attachment-repository.ts'

/** The files of an inspection, in the order in which they were attached. */
export async function listAttachedFiles(sql: Sql, inspection: number): Promise<readonly DatedFile[]> {
  return listFiles(sql, await findAttachedFiles(sql, inspection))
}

/** The user who attaches files to an inspection, the file store and the current time. */
export type Attacher = Omit<AttachmentContext, 'owner'>

const fileProblem = (at: number, message: string) => invalid({ files: { [at]: [message] } })

/**
 * Attaches uploads to an inspection, in the transaction of the change that names them. Uploads that an earlier attempt
 * of the same change has attached are left as they are. Returns the names of the newly attached files. Throws a 400
 * that identifies the file by its index.
 */
export async function attachFiles(
  sql: Sql,
  by: Attacher,
  inspection: number,
  refs: readonly AttachmentRef[],
): Promise<readonly string[]> {
  if (refs.length === 0) return []
  if ((await countAttachments(sql, inspection)) + refs.length > MAX_ATTACHMENTS)
    throw invalid({ files: [ATTACHMENT_REFUSALS.many] })
  const names: string[] = []
  for (const [at, ref] of refs.entries()) if (await attachOne(sql, by, inspection, { at, ref })) names.push(ref.name)
  return names
}

interface IndexedRef {
  readonly at: number
  readonly ref: AttachmentRef
}

async function attachOne(sql: Sql, by: Attacher, inspection: number, { at, ref }: IndexedRef): Promise<boolean> {
  const owner = { area: 'maintenance', record: `${inspection}` } as const
  const file = await attachFile(sql, { ...by, owner }, ref).catch((error: unknown) => {
    throw error instanceof NotAttached ? Object.assign(fileProblem(at, error.message), { cause: error }) : error
  })
  if (file === null) {
    if (await isAttached(sql, inspection, ref.upload)) return false
    throw fileProblem(at, 'This file belongs to another record.')
  }
  if (await insertAttachment(sql, { inspection, attachment: ref, ...file })) return true
  throw fileProblem(at, ATTACHMENT_REFUSALS.twice)
}
