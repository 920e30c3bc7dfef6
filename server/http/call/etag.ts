import { createHash } from 'node:crypto'

/** Names an answer by what it says. */
export const weakEtag = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`

/** Whether what an `If-None-Match` names has a tag among it: weak comparison, as it wants it (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const known = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes('*') || known.includes(etag.replace(/^W\//, ''))
}
