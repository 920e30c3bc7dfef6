import * as z from 'zod/mini'
import { plainLine } from '#contract/text/plain-text.ts'
import type { FormField } from '#contract/wire/endpoint.ts'
import { clientId } from '#contract/wire/record.ts'
import { imageTypeOf } from './files.ts'
import { withKind } from './pictures.ts'

/** The most bytes of one attachment: 5 MB. */
export const MAX_ATTACHMENT_BYTES = 5_242_880
/** The most attachments that one inspection has, and the most files in one form. */
export const MAX_ATTACHMENTS = 50
const MAX_FILES_IN_FORM = 20
const MAX_NAME = 200

/** What is said of a file that can't be attached. */
export const ATTACHMENT_REFUSALS = {
  size: 'File size is too large.',
  type: 'Invalid file type.',
  empty: 'The file is empty.',
  name: 'A file name can not contain a path.',
  twice: 'This file is attached already.',
  many: `At most ${MAX_ATTACHMENTS} files can be attached.`,
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
export const ATTACHMENT_ENDINGS = Object.keys(ENDINGS).map((ending) => `.${ending}`)

const ENDING = /\.([^.]*)$/
const endingOf = (name: string) => ENDING.exec(name.trim())?.[1]?.trim().toLowerCase() ?? ''
/** Readers look for it in the first kilobyte: what mail and scanners put before it does no harm. */
const PDF_WITHIN = 1024
const isPdf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, PDF_WITHIN + 5)).includes('%PDF-')

/** No control characters but those that stand between lines and columns. */
const isOfText = (unit: number) => unit >= 0x20 || unit === 9 || unit === 10 || unit === 12 || unit === 13

/** In which of two orders the bytes of UTF-16 stand, by the mark at its beginning; null for other texts. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

function isText(bytes: Uint8Array): boolean {
  const order = utf16Of(bytes)
  if (order === null) return bytes.every(isOfText)
  if (bytes.length % 2 !== 0) return false
  const [high, low] = order === 'utf-16le' ? [1, 0] : [0, 1]
  for (let at = 0; at < bytes.length; at += 2)
    if (!isOfText((bytes[at + high] ?? 0) * 256 + (bytes[at + low] ?? 0))) return false
  return true
}

/** What a file is by its own content; null for what can't be attached. All bytes of a text count. */
export function attachmentTypeOf(bytes: Uint8Array): AttachmentType | null {
  if (bytes.length === 0) return null
  return imageTypeOf(bytes) ?? (isPdf(bytes) ? 'application/pdf' : isText(bytes) ? 'text/plain' : null)
}

const isPicture = (type: AttachmentType) => type.startsWith('image/')

/**
 * Whether a name may stand for the content: a picture called .pdf is none. Pictures and PDFs may have any other ending, which
 * phones and mail programs give them as they like; a text must be called one, for any bytes may look like it.
 */
function isCalled(name: string, type: AttachmentType): boolean {
  const ending = endingOf(name)
  const says = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined
  if (says === undefined) return type !== 'text/plain'
  return says === type || (isPicture(says) && isPicture(type))
}

/** Endings that say another kind, or nothing; what else follows a dot belongs to the name: "Invoice No.123". */
const WRONG_ENDING = /^(?:jfif|jfi|jif|jpe|pjpe?g|pjp|mpo|hei[cf]s?|avif|gif|bmp|tiff?|download|tmp|bin|)$/

/** A file's name with an ending that says what it is: "IMG_1.HEIC" that is a JPEG becomes "IMG_1.jpg". */
export function nameAs(type: AttachmentType, name: string): string {
  const ending = endingOf(name)
  if (Object.hasOwn(ENDINGS, ending) && ENDINGS[ending] === type) return name.trim().replace(/\s*\.\s*([^.]*)$/, '.$1')
  const [right = ''] = Object.entries(ENDINGS).find(([, of]) => of === type) ?? []
  const bare =
    WRONG_ENDING.test(ending) || Object.hasOwn(ENDINGS, ending) ? name.trim().replace(ENDING, '') : name.trim()
  return `${bare}.${right}`
}

export const hasPath = (name: string): boolean => /[/\\]/.test(name)

/** Why a file can't be attached, in the words for the person; null when it can. */
export function attachmentRefusal(name: string, bytes: Uint8Array, size = bytes.length): string | null {
  if (hasPath(name)) return ATTACHMENT_REFUSALS.name
  if (size === 0) return ATTACHMENT_REFUSALS.empty
  if (size > MAX_ATTACHMENT_BYTES) return ATTACHMENT_REFUSALS.size
  const type = attachmentTypeOf(bytes)
  return type !== null && isCalled(name, type) ? null : withKind(ATTACHMENT_REFUSALS.type, bytes)
}

/** Attachments in a form. */
export const ATTACHMENTS_IN_FORM: FormField = {
  most: MAX_ATTACHMENT_BYTES,
  tooLarge: ATTACHMENT_REFUSALS.size,
  several: MAX_FILES_IN_FORM,
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
  const safe = plainLine(name.replace(UNSAFE, '')).replace(/^\.+/, '')
  return safe === '' ? 'file' : safe.slice(-MAX_NAME)
}

/** A file where a change attaches one: just uploaded, by the name that the device gave the upload. */
export const attachmentRef = z.object({
  upload: z.guid(),
  name: z.string().check(
    z.minLength(1),
    z.maxLength(MAX_NAME),
    z.refine((name) => !hasPath(name), ATTACHMENT_REFUSALS.name),
  ),
  /** The defect that it shows, by the name that the device gave that. */
  defect: z.optional(clientId),
})
export type AttachmentRef = z.output<typeof attachmentRef>
export const attachmentRefs = z.array(attachmentRef).check(z.maxLength(MAX_ATTACHMENTS, ATTACHMENT_REFUSALS.many))
