import type { IncomingFile } from './intake.ts'
import type { NewAttachment } from './new-attachment.ts'

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
const known = new WeakMap<NewAttachment | IncomingFile, ListedFile>()
function cachedListedFile<Of extends NewAttachment | IncomingFile>(
  source: Of,
  toListedFile: (source: Of) => ListedFile,
): ListedFile {
  const listedFile = known.get(source) ?? toListedFile(source)
  known.set(source, listedFile)
  return listedFile
}

const attachedFile = ({ id, name, file }: NewAttachment): ListedFile => ({
  id,
  name,
  file,
  state: 'ready',
  refusal: '',
})
const incomingFile = ({ id, file, refusal }: IncomingFile): ListedFile => ({
  id,
  name: file.name,
  file,
  state: refusal === null ? 'making' : 'refused',
  refusal: refusal ?? '',
})

/** All files of the form in the order in which they were added; refused files last. */
export function listedFiles(
  attachments: readonly NewAttachment[],
  incoming: readonly IncomingFile[],
): readonly ListedFile[] {
  const others = incoming.map((one) => cachedListedFile(one, incomingFile))
  return [
    ...attachments.map((one) => cachedListedFile(one, attachedFile)),
    ...others.filter(({ state }) => state === 'making'),
    ...others.filter(({ state }) => state === 'refused'),
  ]
}
