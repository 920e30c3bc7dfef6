import type { Incoming } from './intake.ts'
import type { NewAttachment } from './new-attachment.ts'

/** A file of the form as it is listed. */
export interface ListedFile {
  readonly id: string
  readonly name: string
  readonly file: File
  readonly state: 'ready' | 'making' | 'refused'
  /** Why, where it was refused. */
  readonly refusal: string
}

/** The same thing is listed as the same: lines that have nothing new to say are not drawn anew. */
const known = new WeakMap<NewAttachment | Incoming, ListedFile>()
function listed<Of extends NewAttachment | Incoming>(of: Of, made: (of: Of) => ListedFile): ListedFile {
  const before = known.get(of) ?? made(of)
  known.set(of, before)
  return before
}

const ready = ({ id, name, file }: NewAttachment): ListedFile => ({ id, name, file, state: 'ready', refusal: '' })
const onItsWay = ({ id, file, refusal }: Incoming): ListedFile => ({
  id,
  name: file.name,
  file,
  state: refusal === null ? 'making' : 'refused',
  refusal: refusal ?? '',
})

/** All files of the form, in the order in which they came; those that were refused at the end. */
export function listedFiles(
  attachments: readonly NewAttachment[],
  incoming: readonly Incoming[],
): readonly ListedFile[] {
  const others = incoming.map((one) => listed(one, onItsWay))
  return [
    ...attachments.map((one) => listed(one, ready)),
    ...others.filter(({ state }) => state === 'making'),
    ...others.filter(({ state }) => state === 'refused'),
  ]
}
