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
import { fingerprints } from '#server/http/call/idempotency.ts'
import { serveOpen } from '#server/http/call/serve.ts'
import type { Serving } from '#server/http/call/serving.ts'
import { PACES, type Paces, sessionPace } from '#server/http/call/session-pace.ts'
import { compressAnswers } from '#server/http/compress.ts'
import { docsRoutes } from '#server/http/docs/docs-routes.ts'
import { answerErrors, asProblem } from '#server/http/errors.ts'
import { fileLinks } from '#server/http/files/file-links.ts'
import { serveArchive } from '#server/http/files/serve-archive.ts'
import { serveAppFiles } from '#server/http/files/static-files.ts'
import { readJsonBodies } from '#server/http/form/json-body.ts'
import { guardAnswers, guardsOf } from '#server/http/guarded-answers.ts'
import { hearOut } from '#server/http/hear-out.ts'
import { logRequests } from '#server/http/log-requests.ts'
import { storeAnswersNowhere, storeNowhere } from '#server/http/no-store.ts'
import { noteRefusals } from '#server/http/note-refusals.ts'
import { answerBrokenRequest, prove, proveAnswers } from '#server/http/proof.ts'
import { refuseWrongMethods } from '#server/http/wrong-method.ts'
import { discardUpload, takeWhole } from '#server/modules/files/upload-service.ts'
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
  /** Where the bytes of files lie. */
  readonly files: FileStore
  readonly config: Pick<
    Config,
    'appDir' | 'isProduction' | 'map' | 'passwordCountsMinutes' | 'publicUrl' | 'trustedProxies'
  >
  readonly clock: () => Date
  readonly log: FastifyBaseLogger
  /** What access tokens are signed with, and was before; the same for all processes on one database. */
  readonly secrets: TokenSecrets
  /** Whom histories of vehicles are asked of; null where no vendor is set up. */
  readonly telematics: TelematicsSource | null
  /** How much a session may do; as usual unless said. */
  readonly paces?: Paces
  /** How what a vendor tells by itself is read; null where none is to. */
  readonly webhook: TelematicsWebhook | null
}

const BODY_BYTES = 1024 * 1024

/** All calls of the contract and their description, under `/api`, with hooks and refusals of their own. */
function serveApi(app: FastifyInstance, keys: SessionKeys, { telematics, webhook, config }: AppParts): void {
  readJsonBodies(app)
  setApiHeaders(app)
  compressAnswers(app)
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
  serveOpen(app, healthEndpoints.check, async () => ({ status: 'ok' as const }))
  registerModules(app, { endpoints: allEndpoints, keys, map: config.map, telematics, webhook })
  refuseWrongMethods(app, allEndpoints)
  docsRoutes(app, allEndpoints, packageJson.version)
}

function servingOf({ db, files, config, clock, secrets, paces = PACES }: AppParts): Serving {
  return {
    db,
    files,
    links: fileLinks(secrets.current),
    fingerprint: fingerprints(secrets.current),
    keepUpload: ({ user, upload, bytes, now }) => takeWhole(db, files, { user, id: upload }, { bytes, now }),
    forgetUpload: ({ user, upload }) => discardUpload(db, files, { user, id: upload }),
    clock,
    passwordCountsMinutes: config.passwordCountsMinutes,
    admit: (token, now) => admitToken(db, secrets.current, token, now),
    readmit: (sessions, now) => sessionUsers(db, sessions, now),
    host: config.publicUrl === null ? null : new URL(config.publicUrl).hostname,
    isHttps: isReachedByHttps(config),
    note: noteSecurityEvent,
    pace: sessionPace(paces),
    checkReplies: !config.isProduction,
  }
}

const isReachedByHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl?.startsWith('https:') ?? false

/** Answers an address that can't be read: no hook is run for it. */
function answerBadAddress(error: FastifyError, reply: FastifyReply, guards: Readonly<Record<string, string>>): void {
  prove(reply)
  storeNowhere(reply)
  const problem = asProblem(error) ?? notFound()
  void reply.code(problem.status).headers(guards).send(problem.body)
}

/** Builds the server, without listening: `inject` reaches it as the network would. The caller closes app and database. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, log, secrets } = parts
  const isHttps = isReachedByHttps(config)
  const guards = guardsOf(isHttps)
  const app = Fastify({
    loggerInstance: log,
    // One line of our own a call (log-requests.ts) instead of its two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Else every person behind a proxy has one address, and one limit of failed sign-ins.
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_BYTES,
    requestTimeout: 30_000,
    // Requests on open connections are answered while the server stops; what is not JSON of ours helps nobody.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, guards),
    frameworkErrors: (error, _request, reply) => answerBadAddress(error, reply, guards),
  })
  const keys = { secrets, passwords: await createPasswords() }
  app.decorate('serving', servingOf(parts))
  app.decorateRequest('admitted', null)
  proveAnswers(app)
  storeAnswersNowhere(app)
  logRequests(app)
  hearOut(app)
  guardAnswers(app, isHttps)
  answerErrors(app)
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
