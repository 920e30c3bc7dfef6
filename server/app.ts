import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { allEndpoints } from '#contract/api.ts'
import { healthEndpoints } from '#contract/health.ts'
import { tileOrigin } from '#server/map-settings.ts'
import { downloadRoutes } from '#server/modules/maintenance/download-routes.ts'
import { maintenanceRoutes } from '#server/modules/maintenance/maintenance-routes.ts'
import packageJson from '../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import { setApiHeaders } from './http/api-headers.ts'
import { compressAnswers } from './http/compress.ts'
import { docsRoutes } from './http/docs-routes.ts'
import { answerErrors, asProblem } from './http/errors.ts'
import { fileLinks } from './http/file-links.ts'
import { guardAnswers, guardsOf } from './http/guarded-answers.ts'
import { hearOut } from './http/hear-out.ts'
import { fingerprints } from './http/idempotency.ts'
import { readJsonBodies } from './http/json-body.ts'
import { logRequests } from './http/log-requests.ts'
import { storeAnswersNowhere, storeNowhere } from './http/no-store.ts'
import { noteRefusals } from './http/note-refusals.ts'
import { notFound } from './http/problem.ts'
import { answerBrokenRequest, prove, proveAnswers } from './http/proof.ts'
import { serveOpen } from './http/serve.ts'
import { serveArchive } from './http/serve-archive.ts'
import type { Serving } from './http/serving.ts'
import { PACES, type Paces, sessionPace } from './http/session-pace.ts'
import { serveAppFiles } from './http/static-files.ts'
import { refuseWrongMethods } from './http/wrong-method.ts'
import { attentionRoutes } from './modules/attention/attention-routes.ts'
import { changeRoutes } from './modules/changes/change-routes.ts'
import { contactRoutes } from './modules/contacts/contact-routes.ts'
import { dashboardRoutes } from './modules/dashboard/dashboard-routes.ts'
import { deviceRoutes } from './modules/devices/device-routes.ts'
import { dispatcherRoutes } from './modules/dispatchers/dispatcher-routes.ts'
import { driverRoutes } from './modules/drivers/driver-routes.ts'
import { eventRoutes } from './modules/events/event-routes.ts'
import { feedRoutes } from './modules/feeds/feed-routes.ts'
import { figureRoutes } from './modules/figures/figure-routes.ts'
import { unitFigureRoutes } from './modules/figures/unit-figure-routes.ts'
import { fileRoutes } from './modules/files/file-routes.ts'
import { uploadRoutes } from './modules/files/upload-routes.ts'
import { discardUpload, takeWhole } from './modules/files/upload-service.ts'
import { historyRoutes } from './modules/history/history-routes.ts'
import { duplicateRoutes } from './modules/imports/duplicates/duplicate-routes.ts'
import { importRoutes } from './modules/imports/import-routes.ts'
import { mapSettingsRoutes } from './modules/map-settings/map-settings-routes.ts'
import { passwordRoutes } from './modules/passwords/password-routes.ts'
import { scheduleRoutes } from './modules/schedule/schedule-routes.ts'
import { securityRoutes } from './modules/security/security-routes.ts'
import { noteSecurityEvent } from './modules/security/security-service.ts'
import { endAllRoutes } from './modules/session/end-all-routes.ts'
import { ownPasswordRoutes } from './modules/session/own-password-routes.ts'
import { ownSessionRoutes } from './modules/session/own-session-routes.ts'
import { createPasswords } from './modules/session/password-service.ts'
import { sessionRoutes } from './modules/session/session-routes.ts'
import { admitToken, type SessionKeys, sessionUsers } from './modules/session/session-service.ts'
import { setupRoutes } from './modules/session/setup-routes.ts'
import { telematicsRoutes } from './modules/telematics/telematics-routes.ts'
import { webhookRoutes } from './modules/telematics/webhook-routes.ts'
import { tollRoutes } from './modules/tolls/toll-routes.ts'
import { unitRoutes } from './modules/units/unit-routes.ts'
import { undoEmailRoutes } from './modules/users/undo-email-routes.ts'
import { userRoutes } from './modules/users/user-routes.ts'
import { userSessionRoutes } from './modules/users/user-session-routes.ts'
import type { FileStore } from './providers/files/file-store.ts'
import type { TelematicsSource } from './providers/telematics/telematics.ts'
import type { TelematicsWebhook } from './providers/telematics/telematics-webhook.ts'
import type { TokenSecrets } from './token-secret.ts'

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

/** The calls by which people come in, and are made, changed and watched. */
function accountRoutes(app: FastifyInstance, keys: SessionKeys): void {
  sessionRoutes(app, keys)
  ownSessionRoutes(app)
  ownPasswordRoutes(app)
  endAllRoutes(app)
  securityRoutes(app)
  passwordRoutes(app)
  setupRoutes(app)
  userRoutes(app)
  undoEmailRoutes(app)
  userSessionRoutes(app)
}

/** All calls of the contract and their description, under `/api`, with hooks and refusals of their own. */
function apiRoutes(app: FastifyInstance, keys: SessionKeys, { telematics, webhook, config }: AppParts): void {
  readJsonBodies(app)
  setApiHeaders(app)
  compressAnswers(app)
  app.setNotFoundHandler(async () => {
    throw notFound()
  })
  serveOpen(app, healthEndpoints.check, async () => ({ status: 'ok' as const }))
  accountRoutes(app, keys)
  driverRoutes(app)
  dispatcherRoutes(app)
  figureRoutes(app)
  unitFigureRoutes(app)
  dashboardRoutes(app)
  attentionRoutes(app)
  contactRoutes(app)
  tollRoutes(app)
  feedRoutes(app)
  telematicsRoutes(app, telematics)
  webhookRoutes(app, webhook)
  mapSettingsRoutes(app, config.map)
  unitRoutes(app)
  importRoutes(app)
  duplicateRoutes(app)
  scheduleRoutes(app)
  maintenanceRoutes(app)
  downloadRoutes(app)
  historyRoutes(app)
  deviceRoutes(app)
  changeRoutes(app, allEndpoints)
  eventRoutes(app)
  uploadRoutes(app)
  fileRoutes(app)
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
    apiRoutes(scope, keys, parts)
    done()
  }
  await app.register(api, { prefix: '/api' })
  if (config.map.kind === 'pmtiles') serveArchive(app, config.map.file)
  serveAppFiles(app, config.appDir, tileOrigin(config.map))
  await app.ready()
  return app
}
