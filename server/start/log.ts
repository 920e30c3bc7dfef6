import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** Fields that must never be logged, at any place in a line. */
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
 * The server's log: one JSON object per line on standard output, or into `destination`. Of a request it logs only id,
 * method and path: headers contain secrets, queries contain names that users searched for, addresses are personal data.
 * Lines of the security log contain the user's address in their own fields, because that is their purpose.
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
