import type { FastifyRequest } from 'fastify'

/** The cookie's name in the specification. */
const NAME = 'refresh-token'
const COOKIE_PAIRS = new RegExp(`(?<=^|;\\s*)${NAME}=([\\w.-]+)(?=;|$)`, 'g')

/**
 * The cookie with the refresh token, which no script can read: its received values, and headers to set and clear it.
 */
export interface RefreshCookie {
  /** All received values: another site of the same domain can set a cookie of this name, which arrives next to ours. */
  readonly values: readonly string[]
  /** The value of `Set-Cookie` that sets it. `seconds`: its lifetime; null until the browser is closed. */
  set(value: string, seconds: number | null): string
  /** The value of `Set-Cookie` that deletes it. */
  readonly cleared: string
}

/** The refresh cookie of a request. When it is set over https, the browser never sends it over http. */
export function refreshCookieOf(request: FastifyRequest): RefreshCookie {
  const isSecure = isOverHttps(request)
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    values: [...(request.headers.cookie ?? '').matchAll(COOKIE_PAIRS)].map(([, value = '']) => value),
    set: (value, seconds) => `${NAME}=${value}${attributes}${seconds === null ? '' : `; Max-Age=${seconds}`}`,
    cleared: `${NAME}=${attributes}; Max-Age=0`,
  }
}

/**
 * Whether the requesting page was loaded over https. The `Origin` header shows that, whatever proxies are in between.
 * The page may also be loaded over http from an address in the yard, where browsers discard a `Secure` cookie. Programs
 * send no `Origin`; for them the connection and the server's public address decide.
 */
function isOverHttps({ headers: { origin }, protocol, server }: FastifyRequest): boolean {
  if (origin?.startsWith('http')) return origin.startsWith('https:')
  return protocol === 'https' || server.serving.isHttps
}
