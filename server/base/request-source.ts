import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { networkOf } from './network-of.ts'

/** The channel of the server's log that security events go to, a line each. No log itself fits: it hangs on LOG_LEVEL. */
export interface SecurityLine {
  say(details: object, message: string): void
}

/** The channel in a log: on level `info` for any LOG_LEVEL but `silent`, so that who quiets the requests keeps it. */
export const securityLine = (log: FastifyBaseLogger): SecurityLine => ({
  say: (details, message) => {
    if (log.level !== 'silent') log.child({}, { level: 'info' }).info(details, message)
  },
})

/** Where a request comes from, as the security log tells it. */
export interface RequestSource {
  readonly session: string | null
  /** As `networkOf` writes it. */
  readonly network: string
  /** What the client calls itself, 300 characters at most; empty when it says nothing. */
  readonly userAgent: string
  readonly log: SecurityLine
}

const MAX_USER_AGENT = 300

export const requestSource = (request: FastifyRequest, session: string | null): RequestSource => ({
  session,
  network: networkOf(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  log: securityLine(request.log),
})
