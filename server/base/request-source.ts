import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { networkOf } from './network-of.ts'

/**
 * The part of the server's log for security events, one line each. Its method is not named like a logger's, so that a
 * plain logger, which LOG_LEVEL can mute, does not fit the type.
 */
export interface SecurityChannel {
  say(details: object, message: string): void
}

/**
 * The security channel of a log: at level `info` for every LOG_LEVEL except `silent`, so that
 * it survives a muted request log.
 */
export const securityChannel = (log: FastifyBaseLogger): SecurityChannel => ({
  say: (details, message) => {
    if (log.level !== 'silent') log.child({}, { level: 'info' }).info(details, message)
  },
})

/** Where a request comes from, for the security log. */
export interface RequestSource {
  readonly session: string | null
  /** In the form of `networkOf`. */
  readonly network: string
  /** The `User-Agent` header, at most 300 characters; empty when absent. */
  readonly userAgent: string
  readonly log: SecurityChannel
}

const MAX_USER_AGENT = 300

export const requestSource = (request: FastifyRequest, session: string | null): RequestSource => ({
  session,
  network: networkOf(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  log: securityChannel(request.log),
})
