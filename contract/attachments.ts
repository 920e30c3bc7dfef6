import * as z from 'zod/mini'
import type { FormField } from './endpoint.ts'
import { imageTypeOf } from './files.ts'
import { clientId } from './record.ts'

/** The most bytes of one attachment: 5 MB. */
export const MOST_ATTACHMENT_BYTES = 5_242_880
/** The most attachments that one inspection has, and the most files in one form. */
export const MOST_ATTACHMENTS = 50
const MOST_FILES_IN_FORM = 20
const MOST_NAME = 200

/** What is said of a file that can't be attached. */
export const ATTACHMENT_REFUSALS = {
  size: 'File size is too large.',
  type: 'Invalid file type.',
  empty: 'The file is empty.',
  name: 'A file name can not contain a path.',
  twice: 'This file is attached already.',
  many: `At most ${MOST_ATTACHMENTS} files can be attached.`,
} as const

export const ATTACHMENT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain'] as const
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number]

/** The endings by which file choosers offer them, and what each says about the content. */
const ENDINGS: Readonly<Record<string, AttachmentType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain',
}
export const ATTACHMENT_ACCEPT = Object.keys(ENDINGS)
  .map((ending) => `.${ending}`)
  .join(',')

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
const isPdf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-'

/** No control characters but those that stand between lines and columns. */
const isText = (bytes: Uint8Array) =>
  bytes.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 12 || byte === 13)

/** What a file is by its own content; null for what can't be attached. All bytes of a text count. */
export function attachmentTypeOf(bytes: Uint8Array): AttachmentType | null {
  if (bytes.length === 0) return null
  return imageTypeOf(bytes) ?? (isPdf(bytes) ? 'application/pdf' : isText(bytes) ? 'text/plain' : null)
}

/** Whether a name says the same as the content: a picture called .pdf is none. A name without an ending says nothing. */
const isCalled = (name: string, type: AttachmentType) => {
  const ending = endingOf(name)
  return ending === '' ? type !== 'text/plain' : ENDINGS[ending] === type
}

export const hasPath = (name: string): boolean => /[/\\]/.test(name)

/** Why a file can't be attached, in the words for the person; null when it can. */
export function attachmentRefusal(name: string, bytes: Uint8Array, size = bytes.length): string | null {
  if (hasPath(name)) return ATTACHMENT_REFUSALS.name
  if (size === 0) return ATTACHMENT_REFUSALS.empty
  if (size > MOST_ATTACHMENT_BYTES) return ATTACHMENT_REFUSALS.size
  const type = attachmentTypeOf(bytes)
  return type !== null && isCalled(name, type) ? null : ATTACHMENT_REFUSALS.type
}

/** Attachments in a form. */
export const ATTACHMENTS_IN_FORM: FormField = {
  most: MOST_ATTACHMENT_BYTES,
  tooLarge: ATTACHMENT_REFUSALS.size,
  several: MOST_FILES_IN_FORM,
  refusal: attachmentRefusal,
}

/** Bytes in MB (1,048,576 bytes) to two decimals: "0.58 MB". */
export function megabytes(size: number): string {
  return `${(size / 1_048_576).toFixed(2)} MB`
}

/** What stands in the way of saving under a name, on some system or other. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f<>:"|?*]/g

/** A file's name as it is kept and offered for saving. */
export function safeName(name: string): string {
  const safe = name.replace(UNSAFE, '').trim().replace(/^\.+/, '')
  return safe === '' ? 'file' : safe.slice(-MOST_NAME)
}

/** A file where a change attaches one: just uploaded, by the name that the device gave the upload. */
export const attachmentRef = z.object({
  upload: z.guid(),
  name: z.string().check(
    z.minLength(1),
    z.maxLength(MOST_NAME),
    z.refine((name) => !hasPath(name), ATTACHMENT_REFUSALS.name),
  ),
  /** The defect that it shows, by the name that the device gave that. */
  defect: z.optional(clientId),
})
export type AttachmentRef = z.output<typeof attachmentRef>
export const attachmentRefs = z.array(attachmentRef).check(z.maxLength(MOST_ATTACHMENTS, ATTACHMENT_REFUSALS.many))
