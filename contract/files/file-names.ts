import { plainLine } from '#contract/text/plain-text.ts'
import { type AttachmentType, ENDING, ENDINGS, endingOf, MAX_NAME } from './attachments.ts'

/** Endings of other types, or without a meaning. Anything else after a dot belongs to the name: "Invoice No.123". */
const WRONG_ENDING = /^(?:jfif|jfi|jif|jpe|pjpe?g|pjp|mpo|hei[cf]s?|avif|gif|bmp|tiff?|download|tmp|bin|)$/

/** A file name with the ending of its type: "IMG_1.HEIC" becomes "IMG_1.jpg" for a JPEG. */
export function nameWithEnding(type: AttachmentType, name: string): string {
  const ending = endingOf(name)
  if (Object.hasOwn(ENDINGS, ending) && ENDINGS[ending] === type) return name.trim().replace(/\s*\.\s*([^.]*)$/, '.$1')
  const [rightEnding = ''] = Object.entries(ENDINGS).find(([, endingType]) => endingType === type) ?? []
  const nameWithoutEnding =
    WRONG_ENDING.test(ending) || Object.hasOwn(ENDINGS, ending) ? name.trim().replace(ENDING, '') : name.trim()
  return `${nameWithoutEnding}.${rightEnding}`
}

/** Characters that a system does not allow in file names. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must find control characters
const UNSAFE = /[\u0000-\u001f\u007f<>:"|?*]/g

/** A file name as it is stored and offered for download. */
export function safeName(name: string): string {
  const safe = plainLine(name.replace(UNSAFE, '')).replace(/^\.+/, '')
  return safe === '' ? 'file' : safe.slice(-MAX_NAME)
}
