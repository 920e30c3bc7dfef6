import { createHash, randomBytes } from 'node:crypto'

/** A token without content, for refreshing sessions and for links: 256 random bits. Only its hash is stored. */
export const newOpaqueToken = () => randomBytes(32).toString('base64url')
/** SHA-256 in hex. Random tokens need no salt. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
