/**
 * The person a call is made as: `sub` of the JWT in `Authorization: Bearer …`, or null when there is none or it can't be
 * read. It only names a cache; whether the token is true is the server's to judge.
 */
export function tokenSubject(authorization: string | null): string | null {
  const payload = authorization?.match(/^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/)?.[1]
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('sub' in claims)) return null
    return typeof claims.sub === 'string' && /^[\w-]{1,64}$/.test(claims.sub) ? claims.sub : null
  } catch {
    // Not base64 or not JSON: a token of some other kind. Such a call goes to the network alone.
    return null
  }
}
