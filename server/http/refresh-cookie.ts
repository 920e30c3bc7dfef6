import type { FastifyRequest } from 'fastify'

/** The cookie's name, as the specification has it. */
const NAME = 'refresh-token'
const PAIR = new RegExp(`(?:^|;\\s*)${NAME}=([\\w.-]+)(?:;|$)`)

/** The cookie that no script can read: what came in it, and how it is set. */
export interface RefreshCookie {
  /** Null when none came. */
  readonly value: string | null
  /** The header's value that sets it; `seconds`: null for one that ends with the browser's session. */
  set(value: string, seconds: number | null): string
  /** The header's value that takes it away. */
  readonly cleared: string
}

/** Of a request: it is only sent back over https where it came over https, or where people reach the app so. */
export function refreshCookieOf(request: FastifyRequest): RefreshCookie {
  const isSecure = request.protocol === 'https' || request.server.serving.isHttps
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    value: PAIR.exec(request.headers.cookie ?? '')?.[1] ?? null,
    set: (value, seconds) => `${NAME}=${value}${attributes}${seconds === null ? '' : `; Max-Age=${seconds}`}`,
    cleared: `${NAME}=${attributes}; Max-Age=0`,
  }
}
