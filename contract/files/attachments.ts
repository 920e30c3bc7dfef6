import * as z from 'zod/mini'
import type { FormField } from '#contract/wire/endpoint.ts'
import { clientId, serverId } from '#contract/wire/record.ts'
import { imageTypeOf } from './files.ts'
import { withFormatHelp } from './photo-rules.ts'

/** The most bytes of one attachment: 5 MB. */
export const MAX_ATTACHMENT_BYTES = 5_242_880
/** The most attachments of one inspection, and the most files in one form. */
export const MAX_ATTACHMENTS = 50
const MAX_FILES_IN_FORM = 20
/** The most characters of a file name. */
export const MAX_NAME = 200

/** The messages for files that cannot be attached. */
export const ATTACHMENT_REFUSALS = {
  size: 'File size is too large.',
  type: 'Invalid file type.',
  empty: 'The file is empty.',
  name: 'A file name can’t contain a path.',
  twice: 'This file is attached already.',
  many: `At most ${MAX_ATTACHMENTS} files can be attached.`,
} as const

export const ATTACHMENT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain'] as const
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number]

/** The file name endings that file choosers offer, with the content that each one promises. */
export const ENDINGS: Readonly<Record<string, AttachmentType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain',
}
export const ATTACHMENT_ENDINGS = Object.keys(ENDINGS).map((ending) => `.${ending}`)

/** The last dot of a name with what follows it. */
export const ENDING = /\.([^.]*)$/
/** "jpg" of "IMG_1.JPG"; empty without an ending. */
export const endingOf = (name: string) => ENDING.exec(name.trim())?.[1]?.trim().toLowerCase() ?? ''
/** PDF readers look for the mark in the first kilobyte: mail programs and scanners may put other bytes before it. */
const PDF_MARK_LIMIT = 1024
const isPdf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, PDF_MARK_LIMIT + 5)).includes('%PDF-')

/** Whether a UTF-16 code unit may be in a text: no control character except tabs, line breaks and form feeds. */
const isTextUnit = (codeUnit: number) =>
  codeUnit >= 0x20 || codeUnit === 9 || codeUnit === 10 || codeUnit === 12 || codeUnit === 13

/** The byte order of a UTF-16 text, from its byte order mark; null for other texts. */
export function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

function isText(bytes: Uint8Array): boolean {
  const order = utf16Encoding(bytes)
  if (order === null) return bytes.every(isTextUnit)
  if (bytes.length % 2 !== 0) return false
  const [high, low] = order === 'utf-16le' ? [1, 0] : [0, 1]
  for (let at = 0; at < bytes.length; at += 2)
    if (!isTextUnit((bytes[at + high] ?? 0) * 256 + (bytes[at + low] ?? 0))) return false
  return true
}

/**
 * The type of a file, from its content; null for types that cannot be attached. For plain text, every byte is checked.
 */
export function attachmentTypeOf(bytes: Uint8Array): AttachmentType | null {
  if (bytes.length === 0) return null
  return imageTypeOf(bytes) ?? (isPdf(bytes) ? 'application/pdf' : isText(bytes) ? 'text/plain' : null)
}

const isPicture = (type: AttachmentType) => type.startsWith('image/')

/**
 * Whether a file name fits the content: a picture named .pdf does not. Pictures and PDFs may have any unknown ending,
 * because phones and mail programs choose it freely. A text must have the ending of a text, because any bytes can look
 * like one.
 */
function nameFitsType(name: string, type: AttachmentType): boolean {
  const ending = endingOf(name)
  const namedType = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined
  if (namedType === undefined) return type !== 'text/plain'
  return namedType === type || (isPicture(namedType) && isPicture(type))
}

export const hasPath = (name: string): boolean => /[/\\]/.test(name)

/** Why a file cannot be attached, as a message for the user; null when it can. */
export function attachmentRefusal(name: string, bytes: Uint8Array, size = bytes.length): string | null {
  if (hasPath(name)) return ATTACHMENT_REFUSALS.name
  if (size === 0) return ATTACHMENT_REFUSALS.empty
  if (size > MAX_ATTACHMENT_BYTES) return ATTACHMENT_REFUSALS.size
  const type = attachmentTypeOf(bytes)
  return type !== null && nameFitsType(name, type) ? null : withFormatHelp(ATTACHMENT_REFUSALS.type, bytes)
}

/** Attachments as a form field. */
export const ATTACHMENTS_IN_FORM: FormField = {
  maxBytes: MAX_ATTACHMENT_BYTES,
  tooLargeMessage: ATTACHMENT_REFUSALS.size,
  maxFiles: MAX_FILES_IN_FORM,
  refusal: attachmentRefusal,
}

/** A number of bytes in MB (1,048,576 bytes) with two decimals: "0.58 MB". */
export function megabytes(size: number): string {
  return `${(size / 1_048_576).toFixed(2)} MB`
}

/** A file that a change attaches: an upload, by the id that the device gave it. */
export const attachmentRef = z.object({
  upload: z.guid(),
  name: z.string().check(
    z.minLength(1),
    z.maxLength(MAX_NAME),
    z.refine((name) => !hasPath(name), ATTACHMENT_REFUSALS.name),
  ),
  /** The defect that the file shows: its id, or the `client_id` that a device gave it. */
  defect: z.optional(z.union([serverId, clientId], 'Enter a valid id.')),
  /** The photo shows the defect after its repair. Default: false. */
  is_after_repair: z.optional(z.boolean()),
})
export type AttachmentRef = z.output<typeof attachmentRef>
export const attachmentRefs = z.array(attachmentRef).check(z.maxLength(MAX_ATTACHMENTS, ATTACHMENT_REFUSALS.many))
