import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { healthEndpoints } from '#contract/wire/health.ts'
import packageJson from '#package.json' with { type: 'json' }
import { tileOrigin } from '#server/base/map-settings.ts'
import { notFound } from '#server/base/problem.ts'
import type { TokenSecrets } from '#server/base/token-secret.ts'
import type { Db } from '#server/db/db.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { setApiHeaders } from '#server/http/api-headers.ts'
import { createFingerprints } from '#server/http/call/idempotency.ts'
import { serveOpen } from '#server/http/call/serve.ts'
import type { Serving } from '#server/http/call/serving.ts'
import { createSessionThrottle, SESSION_LIMITS, type SessionLimits } from '#server/http/call/session-throttle.ts'
import { compressResponses } from '#server/http/compress.ts'
import { docsRoutes } from '#server/http/docs/docs-routes.ts'
import { drainRequests } from '#server/http/drain-requests.ts'
import { asProblem, handleErrors } from '#server/http/errors.ts'
import { fileLinks } from '#server/http/files/file-links.ts'
import { serveArchive } from '#server/http/files/serve-archive.ts'
import { serveAppFiles } from '#server/http/files/static-files.ts'
import { acceptJsonBodies } from '#server/http/form/json-body.ts'
import { logRequests } from '#server/http/log-requests.ts'
import { setNoStore, setNoStoreByDefault } from '#server/http/no-store.ts'
import { noteRefusals } from '#server/http/note-refusals.ts'
import { answerBrokenRequest, setProofHeader, setProofHeaders } from '#server/http/proof.ts'
import { securityHeaders, setSecurityHeaders } from '#server/http/security-headers.ts'
import { refuseWrongMethods } from '#server/http/wrong-method.ts'
import { findRowsOfChanges } from '#server/modules/events/own-rows.ts'
import { discardUpload, receiveWholeFile } from '#server/modules/files/upload-service.ts'
import { noteSecurityEvent } from '#server/modules/security/security-service.ts'
import { createPasswords } from '#server/modules/session/password-service.ts'
import { admitToken, type SessionKeys, sessionUsers } from '#server/modules/session/session-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import type { TelematicsSource } from '#server/providers/telematics/telematics.ts'
import type { TelematicsWebhook } from '#server/providers/telematics/telematics-webhook.ts'
import type { Config } from './config.ts'
import { registerModules } from './route-modules.ts'

export interface AppParts {
  readonly db: Db
  /** The store for the bytes of files. */
  readonly files: FileStore
  readonly config: Pick<
    Config,
    'appDir' | 'isProduction' | 'map' | 'passwordCountsMinutes' | 'publicUrl' | 'trustedProxies'
  >
  readonly clock: () => Date
  readonly log: FastifyBaseLogger
  /** The current and former secrets for access tokens. All processes on one database need the same ones. */
  readonly secrets: TokenSecrets
  /** The vendor for vehicle histories. Null when no vendor is configured. */
  readonly telematics: TelematicsSource | null
  /** The limits for each session. Default: `SESSION_LIMITS`. */
  readonly sessionLimits?: SessionLimits
  /** Reads the webhook calls of the telematics vendor. Null when webhooks are off. */
  readonly webhook: TelematicsWebhook | null
}

const BODY_BYTES = 1024 * 1024

/** Serves all endpoints of the contract and their documentation under `/api`, with their own hooks and errors. */
function serveApi(app: FastifyInstance, keys: SessionKeys, { telematics, webhook, config }: AppParts): void {
  acceptJsonBodies(app)
  setApiHeaders(app)
  compressResponses(app)
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
  serveOpen(app, healthEndpoints.check, async () => ({ status: 'ok' as const }))
  registerModules(app, { endpoints: allEndpoints, keys, map: config.map, telematics, webhook })
  refuseWrongMethods(app, allEndpoints)
  docsRoutes(app, allEndpoints, packageJson.version)
}

function servingOf({ db, files, config, clock, secrets, sessionLimits = SESSION_LIMITS }: AppParts): Serving {
  return {
    db,
    files,
    links: fileLinks(secrets.current),
    fingerprint: createFingerprints(secrets.current),
    storeUpload: ({ user, upload, bytes, now }) => receiveWholeFile(db, files, { user, id: upload }, { bytes, now }),
    discardUpload: ({ user, upload }) => discardUpload(db, files, { user, id: upload }),
    clock,
    passwordCountsMinutes: config.passwordCountsMinutes,
    admit: (token, now) => admitToken(db, secrets.current, token, now),
    readmit: (sessions, now) => sessionUsers(db, sessions, now),
    host: config.publicUrl === null ? null : new URL(config.publicUrl).hostname,
    isHttps: isReachedByHttps(config),
    addSecurityEvent: noteSecurityEvent,
    throttle: createSessionThrottle(sessionLimits),
    findRowsOfChanges: ({ user, session }, since) => {
      const findUser = async () => (await sessionUsers(db, [session], clock())).get(session) ?? null
      return findRowsOfChanges(db, { user, since, findUser }, clock())
    },
    checkReplies: !config.isProduction,
  }
}

const isReachedByHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl?.startsWith('https:') ?? false

/** Responds to a request with a malformed URL. No hook runs for it, so all headers are set here. */
function answerBadAddress(error: FastifyError, reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  setProofHeader(reply)
  setNoStore(reply)
  const problem = asProblem(error) ?? notFound()
  void reply.code(problem.status).headers(headers).send(problem.body)
}

/**
 * Builds the server without listening. Tests send requests with `inject`. The caller closes the app and the database.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, log, secrets } = parts
  const isHttps = isReachedByHttps(config)
  const headers = securityHeaders(isHttps)
  const app = Fastify({
    loggerInstance: log,
    // log-requests.ts writes one line per request instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Without this, all users behind a proxy would share one address, and one limit of failed sign-ins.
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_BYTES,
    requestTimeout: 30_000,
    // While the server stops, it still serves requests on open connections. Fastify's own 503 would not be our JSON.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
    frameworkErrors: (error, _request, reply) => answerBadAddress(error, reply, headers),
  })
  const keys = { secrets, passwords: await createPasswords() }
  app.decorate('serving', servingOf(parts))
  app.decorateRequest('admitted', null)
  setProofHeaders(app)
  setNoStoreByDefault(app)
  logRequests(app)
  drainRequests(app)
  setSecurityHeaders(app, isHttps)
  handleErrors(app)
  noteRefusals(app)
  const api = (scope: FastifyInstance, _options: object, done: () => void) => {
    serveApi(scope, keys, parts)
    done()
  }
  await app.register(api, { prefix: '/api' })
  if (config.map.kind === 'pmtiles') serveArchive(app, config.map.file)
  serveAppFiles(app, config.appDir, tileOrigin(config.map))
  await app.ready()
  return app
}
