import { ATTACHMENT_REFUSALS, type AttachmentRef, MAX_ATTACHMENTS } from '#contract/files/attachments.ts'
import { invalid } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { type Attaching, attachFile, NotAttached } from '#server/modules/files/attachment-service.ts'
import { type DatedFile, listFiles } from '#server/modules/files/file-service.ts'
import { countAttachments, findAttachedFiles, insertAttachment, isAttached } from './attachment-repository.ts'

/** The files of an inspection, in the order in which they were attached. */
export async function listAttachedFiles(sql: Sql, inspection: number): Promise<readonly DatedFile[]> {
  return listFiles(sql, await findAttachedFiles(sql, inspection))
}

/** Who attaches files to an inspection, and when. */
export type Attacher = Omit<Attaching, 'owner'>

const refused = (at: number, message: string) => invalid({ files: { [at]: [message] } })

/**
 * Attaches uploads to an inspection, in the transaction of the change that names them; those that it has by an earlier sending
 * of the change are left as they are. Answers the names of those that are new. Throws a 400 that names the file by its place.
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

interface Placed {
  readonly at: number
  readonly ref: AttachmentRef
}

async function attachOne(sql: Sql, by: Attacher, inspection: number, { at, ref }: Placed): Promise<boolean> {
  const owner = { area: 'maintenance', record: `${inspection}` } as const
  const file = await attachFile(sql, { ...by, owner }, ref).catch((error: unknown) => {
    throw error instanceof NotAttached ? Object.assign(refused(at, error.message), { cause: error }) : error
  })
  if (file === null) {
    if (await isAttached(sql, inspection, ref.upload)) return false
    throw refused(at, 'This file belongs to something else.')
  }
  if (await insertAttachment(sql, { inspection, ref, ...file })) return true
  throw refused(at, ATTACHMENT_REFUSALS.twice)
}
