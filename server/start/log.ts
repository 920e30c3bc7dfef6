import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** Fields that must never reach a log, wherever a line carries them. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'current_password',
  'new_password',
  'refresh',
  'access',
  'token',
  'keys',
]
const paths = SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

interface RequestLike {
  readonly method: string
  readonly url: string
  readonly id?: unknown
}

/**
 * The server's log: one JSON object a line on standard output, or into `destination`. Of a request it keeps method and
 * path alone: headers hold secrets, queries hold names that were searched for, addresses are
 * personal data. A line of the security log says itself where a person came from, for that is what it is for.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[secret]' },
    serializers: {
      req: (request: RequestLike) => ({ id: request.id, method: request.method, path: request.url.split('?', 1)[0] }),
      res: (reply: { readonly statusCode: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
