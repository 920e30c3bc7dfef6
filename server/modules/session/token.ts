import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'

export const ACCESS_MINUTES = 15
const ALGORITHM = 'HS256'
/** Tokens signed for another purpose carry another type and are not accepted. */
const TYPE = 'JWT'

/** The claims of an access token: its user and its session. */
export interface AccessClaims {
  readonly user: number
  readonly session: string
}

/** The claims of a token signed here, and whether it has expired. */
export interface SignedClaims extends AccessClaims {
  readonly isExpired: boolean
}

export async function signAccess(secret: Uint8Array, claims: AccessClaims, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.session })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(claims.user))
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_MINUTES * 60)
    .sign(secret)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function claimsOf({ sub = '', sid }: JWTPayload, isExpired: boolean): SignedClaims | null {
  if (!/^[1-9]\d{0,9}$/.test(sub) || typeof sid !== 'string' || !UUID.test(sid)) return null
  return { user: Number(sub), session: sid, isExpired }
}

/** The claims of a token signed here, expired or not; null for anything else. */
export async function verifyAccess(secret: Uint8Array, token: string, now: Date): Promise<SignedClaims | null> {
  try {
    const options = { algorithms: [ALGORITHM], typ: TYPE, currentDate: now, requiredClaims: ['sub', 'sid', 'exp'] }
    return claimsOf((await jwtVerify(token, secret, options)).payload, false)
  } catch (error) {
    // The signature is valid: the library checks the times after the signature.
    if (error instanceof errors.JWTExpired) return claimsOf(error.payload, true)
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
