import { createHash, randomBytes } from 'node:crypto'

/** A token that says nothing, for refreshing and for links: 256 random bits. Only its hash is stored. */
export const newOpaqueToken = () => randomBytes(32).toString('base64url')
/** sha256 in hex; no salt is needed for what is random itself. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest('hex')
