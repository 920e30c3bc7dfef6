import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { MapSettings } from '#server/base/map-settings.ts'
import type { Db } from '#server/db/db.ts'
import type { SessionLimits } from '#server/http/call/session-throttle.ts'
import { signAccess } from '#server/modules/session/token.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'
import type { TelematicsWebhook } from '#server/providers/telematics/telematics-webhook.ts'
import { buildApp } from '#server/start/app.ts'
import { type MemoryFiles, memoryFiles } from '#tests/support/offline/memory-files.ts'
import { openTestDb } from './database.ts'

export const SECRET = new TextEncoder().encode('a secret that only the tests know')
/** Saturday morning in Chicago, 2026-11-21. */
export const NOW = new Date('2026-11-21T15:00:00Z')

export interface SentRequest {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** Parsed JSON, or null. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; what is missing fails the expectation
  readonly body: any
  readonly text: string
}
/** Sends requests as one user, or without a session. */
export type Caller = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
  path: string,
  sent?: SentRequest,
) => Promise<ReceivedResponse>

export interface TestApp {
  readonly app: FastifyInstance
  readonly db: Db
  readonly files: MemoryFiles
  /** The server's clock; tests move it by hand. */
  readonly clock: { now: Date }
  readonly signedOut: Caller
  /** Opens a session for the user. Returns a caller that uses it. */
  readonly as: (user: number) => Promise<Caller>
  readonly accessFor: (user: number) => Promise<string>
  /** A caller that uses an open session. */
  readonly withAccess: (access: string) => Caller
  readonly close: () => Promise<void>
}

/** The whole text of a response; empty for one that never ends. */
async function textOf(answer: Readable, isEndless: boolean): Promise<string> {
  if (!isEndless) return Buffer.concat(await answer.toArray()).toString()
  answer.destroy()
  return ''
}

const callerOf =
  (app: FastifyInstance, ownHeaders: Readonly<Record<string, string>>): Caller =>
  async (method, path, { body, headers = {} } = {}) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const payload = typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body)
    const answer = await app.inject({
      method,
      url: path,
      headers: { ...json, ...ownHeaders, ...headers },
      ...(body === undefined ? {} : { payload: payload ?? '' }),
      payloadAsStream: true,
    })
    const type = String(answer.headers['content-type'] ?? '')
    const text = await textOf(answer.stream(), type.startsWith('text/event-stream'))
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: type.startsWith('application/json') && text !== '' ? JSON.parse(text) : null,
      text,
    }
  }

/** Opens a session as a sign-in does, but without the password: a dozen sign-ins would take argon2 half a second. */
async function accessFor(db: Db, user: number, now: Date): Promise<string> {
  const session = randomUUID()
  await db.query(
    'test.session',
    `insert into sessions (id, user_id, refresh_hash, expires_at, password_at)
     values ($1::uuid, $2, decode($3, 'hex'), $4::timestamptz + interval '60 days', $4::timestamptz)`,
    [session, user, session.replaceAll('-', ''), now.toISOString()],
  )
  return signAccess(SECRET, { user, session }, now)
}

const ANY = { burst: 1e9, perSecond: 1e9 }
/** No limits: the test's clock stands still, so all its requests happen at one moment. */
const UNHURRIED: SessionLimits = { reads: ANY, changes: ANY, uploads: ANY, downloads: ANY }

interface TestAppOptions {
  /** The limits of a session; none by default. */
  readonly sessionLimits?: SessionLimits
  readonly trustedProxies?: readonly string[]
  /** Used instead of a database of its own. Closing the app closes it too. */
  readonly database?: Db
  readonly formerSecrets?: readonly Uint8Array[]
  readonly telematics?: TelematicsSource | null
  readonly webhook?: TelematicsWebhook | null
  readonly map?: MapSettings
  /** The folder of the built app; missing by default. */
  readonly appDir?: string
  readonly publicUrl?: string | null
}

/** Builds the whole server on a database of its own. The caller closes it. */
export async function testApp({
  trustedProxies = [],
  sessionLimits = UNHURRIED,
  database,
  formerSecrets = [],
  telematics = null,
  webhook = null,
  map = { kind: 'packaged' },
  appDir = '/nonexistent',
  publicUrl = null,
}: TestAppOptions = {}): Promise<TestApp> {
  const db = database ?? (await openTestDb())
  const clock = { now: NOW }
  const files = memoryFiles()
  const app = await buildApp({
    db,
    files,
    config: { appDir, isProduction: false, map, passwordCountsMinutes: 15, publicUrl, trustedProxies },
    clock: () => clock.now,
    log: pino({ level: 'silent' }),
    secrets: { current: SECRET, former: formerSecrets },
    telematics,
    webhook,
    sessionLimits,
  })
  const withAccess = (access: string) => callerOf(app, { authorization: `Bearer ${access}` })
  return {
    app,
    db,
    files,
    clock,
    signedOut: callerOf(app, {}),
    accessFor: (user) => accessFor(db, user, clock.now),
    withAccess,
    as: async (user) => withAccess(await accessFor(db, user, clock.now)),
    close: async () => {
      await app.close()
      await db.close()
    },
  }
}
