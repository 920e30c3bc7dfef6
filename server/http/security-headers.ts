import type { FastifyInstance } from 'fastify'

/** One year, in seconds. Without subdomains: the operator may have other hosts that don't support https. */
const HSTS = 'max-age=31536000'

/** Browsers must not guess the type of a response, run it as a page, embed it, or send its address as a referrer. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const

/**
 * The default security headers of every response; over https they include HSTS, which makes browsers use https only.
 */
export const securityHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? { ...SECURITY_HEADERS, 'strict-transport-security': HSTS } : SECURITY_HEADERS

/**
 * Adds the headers to all responses for which Fastify runs hooks. A header that the response already has is not
 * replaced.
 */
export function setSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const guards = Object.entries(securityHeaders(isHttps))
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of guards) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}
