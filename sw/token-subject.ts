/**
 * The user of a request: `sub` of the JWT in `Authorization: Bearer …`, or null when it is missing or can't be read. It
 * only names a cache; only the server verifies the token.
 */
export function tokenSubject(authorization: string | null): string | null {
  const payload = authorization?.match(/^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/)?.[1]
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('sub' in claims)) return null
    return typeof claims.sub === 'string' && /^[\w-]{1,64}$/.test(claims.sub) ? claims.sub : null
  } catch {
    // Not base64 or not JSON: another kind of token. Such a request only goes to the network.
    return null
  }
}
