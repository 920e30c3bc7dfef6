import type { RefusedFile } from './intake.ts'
import { isRaw, type NewAttachment } from './new-attachment.ts'

/** A file of the form in its list. */
export interface ListedFile {
  readonly id: string
  readonly name: string
  readonly file: File
  readonly state: 'ready' | 'making' | 'refused'
  /** The reason of a refusal; empty otherwise. */
  readonly refusal: string
}

/** The same file always has the same list object, so unchanged lines are not rendered again. */
const known = new WeakMap<NewAttachment | RefusedFile, ListedFile>()
function cachedListedFile<Of extends NewAttachment | RefusedFile>(
  source: Of,
  toListedFile: (source: Of) => ListedFile,
): ListedFile {
  const listedFile = known.get(source) ?? toListedFile(source)
  known.set(source, listedFile)
  return listedFile
}

const attachedFile = (attachment: NewAttachment): ListedFile => {
  const { id, name, file } = attachment
  return { id, name, file, state: isRaw(attachment) ? 'making' : 'ready', refusal: '' }
}
const refusedFile = ({ id, file, refusal }: RefusedFile): ListedFile => ({
  ...{ id, file, refusal },
  name: file.name,
  state: 'refused',
})

/** All files of the form in the order in which they were added; refused files last. */
export const listedFiles = (
  attachments: readonly NewAttachment[],
  refused: readonly RefusedFile[],
): readonly ListedFile[] => [
  ...attachments.map((one) => cachedListedFile(one, attachedFile)),
  ...refused.map((one) => cachedListedFile(one, refusedFile)),
]
