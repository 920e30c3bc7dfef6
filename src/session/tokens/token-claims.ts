/** The claims that the device reads from an access token, unverified: only the server verifies the token. */
export interface TokenClaims {
  /** The user's id as text. */
  readonly sub: string
  /** The server session of the token; null when the host does not name one. */
  readonly sid: string | null
}

/** The payload of a JWT, unverified; null when it is not one. */
export function payloadOf(token: string): unknown {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0))))
  } catch {
    // Not a JWT: a host may use opaque tokens.
    return null
  }
}

/** The claims of an access token; null when they can't be read. */
export function claimsOf(token: string | null): TokenClaims | null {
  const payload = token === null ? null : payloadOf(token)
  if (typeof payload !== 'object' || payload === null || !('sub' in payload)) return null
  const sid = 'sid' in payload && typeof payload.sid === 'string' ? payload.sid : null
  return { sub: String(payload.sub), sid }
}
