import type { FastifyRequest } from 'fastify'

/** The cookie's name, as the specification has it. */
const NAME = 'refresh-token'
const PAIRS = new RegExp(`(?<=^|;\\s*)${NAME}=([\\w.-]+)(?=;|$)`, 'g')

/** The cookie that no script can read: what came in it, and how it is set. */
export interface RefreshCookie {
  /** All that came: a cookie of that name which another site of the same domain has set comes beside ours. */
  readonly values: readonly string[]
  /** The header's value that sets it; `seconds`: null for one that ends with the browser's session. */
  set(value: string, seconds: number | null): string
  /** The header's value that takes it away. */
  readonly cleared: string
}

/** The cookie of a request. A browser that has it over https never sends it over http. */
export function refreshCookieOf(request: FastifyRequest): RefreshCookie {
  const isSecure = isOverHttps(request)
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    values: [...(request.headers.cookie ?? '').matchAll(PAIRS)].map(([, value = '']) => value),
    set: (value, seconds) => `${NAME}=${value}${attributes}${seconds === null ? '' : `; Max-Age=${seconds}`}`,
    cleared: `${NAME}=${attributes}; Max-Age=0`,
  }
}

/**
 * Whether the page that asks came over https. The page says so itself, whatever stands between it and us; it may also have come
 * over http from an address in the yard, where a browser throws a `Secure` cookie away. A program says nothing.
 */
function isOverHttps({ headers: { origin }, protocol, server }: FastifyRequest): boolean {
  if (origin?.startsWith('http')) return origin.startsWith('https:')
  return protocol === 'https' || server.serving.isHttps
}
