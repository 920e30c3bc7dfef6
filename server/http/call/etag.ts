import { createHash } from 'node:crypto'

/** A weak entity tag made from the hash of a response's text. */
export const weakEtag = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`

/** Whether an `If-None-Match` header contains a tag or `*`. The comparison is weak, as RFC 9110, 13.1.2 requires. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const tags = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''))
}
