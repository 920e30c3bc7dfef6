import { createHash } from 'node:crypto'

/** Names an answer by what it says. */
export const weakEtag = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`
